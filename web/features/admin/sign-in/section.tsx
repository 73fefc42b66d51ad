import { Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import css from './sign-in.module.css';

type Props = { title: string; text: string; action?: ReactNode; children: ReactNode };

/** A part of the page, with the button that adds to it. */
export function Section({ title, text, action, children }: Props) {
  const heading = useId();
  return (
    <section className={css.section} aria-labelledby={heading}>
      <div className={css.sectionHead}>
        <div>
          <Title order={2} size="h4" id={heading}>
            {title}
          </Title>
          <p>{text}</p>
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
