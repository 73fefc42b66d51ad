/** Messages for links that cannot be opened: expired, revoked, unknown, pending, or unreachable. */
import { Anchor, Button, Text } from '@mantine/core';
import { IconClockOff, IconCloudOff, IconHourglass, IconLinkOff, IconMapQuestion } from '@tabler/icons-react';
import type { ApiError } from '../../api/client.ts';
import type { Person } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { Message } from '../../ui/message.tsx';
import { problemText } from '../../ui/problem-text.ts';

const icon = { size: 40, stroke: 1.5, 'aria-hidden': true } as const;

type StateText = { title: string; text: string };
/** Messages for links that have ended, and the person to contact. */
export type GoneMessages = { revoked: StateText; expired: StateText; askWho: (name: string) => string };

/** For a share that has ended (410), or does not exist (404). */
export function GoneMessage({ error, t }: { error: ApiError; t: GoneMessages }) {
  if (error.status === 404) return <NotFoundMessage />;
  const { Reason, SharedBy } = error.more as { Reason?: 'expired' | 'revoked'; SharedBy?: Person };
  const state = Reason === 'revoked' ? t.revoked : t.expired;
  const Icon = Reason === 'revoked' ? IconLinkOff : IconClockOff;
  return (
    <Message icon={<Icon {...icon} />} title={state.title} text={state.text}>
      {SharedBy === undefined ? null : <Contact t={t.askWho(SharedBy.Name)} person={SharedBy} />}
    </Message>
  );
}

/** For an unknown address. */
export function NotFoundMessage() {
  return <Message icon={<IconMapQuestion {...icon} />} {...messages.states.notFound} />;
}

/** For a share whose files are being checked. */
export function PendingMessage() {
  return <Message icon={<IconHourglass {...icon} />} {...messages.states.pending} />;
}

/** For a server that is unreachable or failed. */
export function FailedMessage({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <Message icon={<IconCloudOff {...icon} />} title={messages.states.failed.title} text={problemText(error)}>
      <Button onClick={retry}>{messages.states.failed.again}</Button>
    </Message>
  );
}

function Contact({ t, person }: { t: string; person: Person }) {
  return (
    <Text>
      {t}{' '}
      <Anchor href={`mailto:${person.Email}`} underline="always" style={{ overflowWrap: 'anywhere' }}>
        {person.Email}
      </Anchor>
    </Text>
  );
}
