import { Button, CloseButton, Title } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Home } from '../../api/answers.ts';
import { dismissStep } from '../../api/home.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { problemText } from '../../ui/problem-text.ts';
import { showNotice } from '../shell/notice-list.ts';
import { useMe } from '../shell/use-me.ts';
import css from './home.module.css';

const t = homeMessages.checklist;

type Step = Home['Checklist'][number];

/** The remaining first steps of a deployment. */
export function Checklist({ steps }: { steps: Step[] }) {
  const queries = useQueryClient();
  const dismiss = useMutation({
    mutationFn: dismissStep,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['home'] }),
    onError: (error) => showNotice({ kind: 'failed', text: problemText(error) }),
  });
  if (steps.length === 0) return null;
  return (
    <section className={css.checklist} aria-labelledby="checklist">
      <div className={css.panelHead}>
        <Title order={2} size="h4" id="checklist">
          {t.title}
        </Title>
        <span className={css.aside}>{t.text}</span>
        <Button variant="subtle" size="compact-sm" onClick={() => dismiss.mutate(null)}>
          {t.dismissAll}
        </Button>
      </div>
      <ol className={css.steps}>
        {steps.map((step) => (
          <li key={step} className={css.step}>
            <span className={css.what}>
              {t.steps[step].title}
              <small>{t.steps[step].text}</small>
            </span>
            <StepLink step={step}>{t.steps[step].action}</StepLink>
            <CloseButton aria-label={t.dismiss(t.steps[step].title)} onClick={() => dismiss.mutate(step)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

const PAGES = {
  Branding: '/admin/settings',
  Library: '/admin/libraries',
  People: '/admin/people',
  Link: '/libraries',
} as const;

function StepLink({ step, children }: { step: Step; children: ReactNode }) {
  const { PersonalLibraryId } = useMe();
  if (step !== 'Upload') return <LinkButton to={PAGES[step]}>{children}</LinkButton>;
  return (
    <LinkButton to="/libraries/$id" params={{ id: String(PersonalLibraryId) }}>
      {children}
    </LinkButton>
  );
}
