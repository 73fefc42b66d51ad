import { Anchor } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { authenticateAgain } from '../../api/sign-in/factors.ts';
import { startConfirmationPasskey } from '../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../messages/en/sign-in/passkeys.ts';
import { askForPasskey, whyUnavailable } from './ask.ts';
import { PasskeyProblem } from './passkey-problem.tsx';

/** Confirms the session with a passkey. Renders nothing if the browser does not support passkeys. */
export function PasskeyConfirmation({ onDone }: { onDone: () => void }) {
  const confirm = useMutation({
    mutationFn: async () => authenticateAgain({ Passkey: await askForPasskey(startConfirmationPasskey) }),
    onSuccess: onDone,
  });
  if (whyUnavailable() !== null) return null;
  return (
    <>
      <PasskeyProblem
        error={confirm.error}
        known={({ status }) => (status === 403 || status === 409 ? passkeyMessages.wrong : null)}
      />
      <Anchor
        component="button"
        type="button"
        ta="start"
        mih={44}
        disabled={confirm.isPending}
        onClick={() => confirm.mutate()}
      >
        {passkeyMessages.use}
      </Anchor>
    </>
  );
}
