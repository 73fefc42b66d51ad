import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import type { ApiError } from '../../api/client.ts';
import { unsubscribe } from '../../api/profile.ts';
import { mailTopicMessages, unsubscribeMessages } from '../../messages/en/mail-topics.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';

const t = unsubscribeMessages;
const TOPICS: Record<string, string> = mailTopicMessages;

/** The page that an unsubscribe link opens. Opening it changes nothing, because programs check links in emails. */
export function UnsubscribePage() {
  const token = useLocation({ select: ({ hash }) => hash });
  const turnOff = useMutation({ mutationFn: () => unsubscribe(token) });
  const topic = TOPICS[token.split('.')[2] ?? ''];
  return (
    <AccountCard title={t.title} text={topic === undefined ? t.text : t.about(topic)} onSubmit={() => turnOff.mutate()}>
      <ProblemAlert error={turnOff.error} known={({ status }: ApiError) => (status === 404 ? t.invalid : null)} />
      {turnOff.isSuccess ? (
        <Alert variant="outline" role="status">
          {t.done}
        </Alert>
      ) : (
        <Button type="submit" size="md" loading={turnOff.isPending}>
          {t.submit}
        </Button>
      )}
      <Link to="/profile">{t.all}</Link>
    </AccountCard>
  );
}
