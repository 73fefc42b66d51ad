import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { requestCode } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { problemText } from '../../ui/problem-text.ts';
import { useNow } from '../../ui/use-now.ts';
import { useVisit } from './visit-context.ts';

/** Resends the code, and shows the delay until that is possible. */
export function ResendButton({ canResendAt, email }: { canResendAt: string | null; email: string | null }) {
  const { link } = useVisit();
  const resend = useMutation({ mutationFn: () => requestCode(link, email) });
  const seconds = useSecondsUntil(resend.data?.CanResendAt ?? canResendAt);
  const status = resend.isSuccess
    ? messages.code.resent
    : resend.isError
      ? problemText(resend.error)
      : messages.code.noMail;
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
        {seconds > 0 ? messages.code.resendIn(seconds) : messages.code.resend}
      </Button>
    </div>
  );
}

function useSecondsUntil(time: string | null): number {
  const now = useNow(1000);
  return time === null ? 0 : Math.max(0, Math.ceil((new Date(time).getTime() - now) / 1000));
}
