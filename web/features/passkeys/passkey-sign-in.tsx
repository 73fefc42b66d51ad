import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ApiError } from '../../api/client.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../messages/en/sign-in/passkeys.ts';
import { askForPasskey, offerPasskeys, stopAsking, whyUnavailable } from './ask.ts';
import { PasskeyProblem } from './passkey-problem.tsx';

const t = passkeyMessages;

/** Before the challenge expires, which is after ten minutes. */
const RENEWAL_MS = 540_000;

/** A button, and suggestions in the email field, to sign in with a passkey alone. */
export function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const start = useMutation({
    mutationFn: async () => signInWithPasskey(await askForPasskey(startPasskeySignIn)),
    onSuccess: onDone,
  });
  const offered = useSuggestions(onDone, start.isPending);
  if (whyUnavailable() !== null) return null;
  return (
    <>
      <PasskeyProblem error={start.error ?? offered} known={knownText} />
      <Button
        size="md"
        variant="default"
        leftSection={<IconFingerprint size={20} aria-hidden />}
        loading={start.isPending}
        onClick={() => start.mutate()}
      >
        {t.signIn}
      </Button>
    </>
  );
}

// The browser takes one request at a time, so the suggestions stop while the button's request runs.
function useSuggestions(onDone: () => void, isPaused: boolean): Error | null {
  const [error, setError] = useState<Error | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (isPaused) return;
    let isOver = false;
    const offer = async () => {
      const answer = await offerPasskeys(startPasskeySignIn);
      if (answer === null || isOver) return;
      try {
        await signInWithPasskey(answer);
        onDone();
      } catch (failure) {
        setError(failure as Error);
        setRound(round + 1);
      }
    };
    // The person has not started anything yet, so other failures are not shown.
    offer().catch(() => {});
    const renewal = setTimeout(() => setRound(round + 1), RENEWAL_MS);
    return () => {
      isOver = true;
      clearTimeout(renewal);
      void stopAsking();
    };
    // oxlint-disable-next-line react/exhaustive-deps -- onDone is new each time, and does the same
  }, [isPaused, round]);
  return error;
}

function knownText({ status }: ApiError): string | null {
  if (status === 403) return t.off;
  return status === 401 ? t.wrong : null;
}
