import { Button, Stack, Text } from '@mantine/core';
import { appMessages } from '../../messages/en/app.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';

type Props = {
  question: { title: string; text: string; action: string };
  running: { error: Error | null; isPending: boolean; mutate: () => void };
  isDangerous?: boolean;
  onClose: () => void;
};

/** Asks before a change. */
export function QuestionDialog({ question, running, isDangerous = false, onClose }: Props) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button {...(isDangerous ? { color: 'red.9' } : {})} loading={running.isPending} onClick={() => running.mutate()}>
        {question.action}
      </Button>
    </>
  );
  return (
    <Dialog title={question.title} onClose={onClose} foot={foot}>
      <Stack gap="md">
        <Text>{question.text}</Text>
        <ProblemAlert error={running.error} />
      </Stack>
    </Dialog>
  );
}
