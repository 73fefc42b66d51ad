import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getSession } from '../../api/sign-in/sessions.ts';
import { sessionMessages } from '../../messages/en/sign-in/sessions.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { formatClock } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

const t = sessionMessages.idle;

/** Says when the session ends, and keeps it on request. */
export function IdleWarning({ endsAt, onStay }: { endsAt: number; onStay: () => void }) {
  const stay = useMutation({ mutationFn: getSession, onSuccess: onStay });
  const foot = (
    <Button loading={stay.isPending} onClick={() => stay.mutate()}>
      {t.stay}
    </Button>
  );
  return (
    <Dialog title={t.title} onClose={() => stay.mutate()} foot={foot}>
      <Text>{t.text(formatClock(new Date(endsAt).toISOString()))}</Text>
      <ProblemAlert error={stay.error} />
    </Dialog>
  );
}
