import { Button, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { requestCode } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { useVisit } from './visit-context.ts';

type Props = { isSent: boolean; canResendAt: string | null; email: string | null };

/** Sends the code again or a new one, and shows the delay until that is possible. */
export function ResendButton({ isSent, canResendAt, email }: Props) {
  const { link } = useVisit();
  const queries = useQueryClient();
  const resend = useMutation({
    mutationFn: () => requestCode(link, email),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['visit'] }),
  });
  const seconds = useSecondsUntil(resend.data?.CanResendAt ?? canResendAt);
  const status = resend.isSuccess
    ? messages.code.resent
    : resend.isError
      ? problemText(resend.error)
      : isSent
        ? messages.code.noMail
        : '';
  return (
    <div>
      <Text size="sm" role="status" mb={4}>
        {status}
      </Text>
      <Button
        variant="default"
        size="compact-sm"
        disabled={seconds > 0}
        loading={resend.isPending}
        onClick={() => resend.mutate()}
      >
        {seconds > 0 ? messages.code.resendIn(seconds) : isSent ? messages.code.resend : messages.code.sendNew}
      </Button>
    </div>
  );
}

function useSecondsUntil(time: string | null): number {
  const now = useNow(1000);
  return time === null ? 0 : Math.max(0, Math.ceil((new Date(time).getTime() - now) / 1000));
}
