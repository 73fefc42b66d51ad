import type { ReactNode } from 'react';
import { useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { ConfirmIdentity } from './confirm-identity.tsx';

/** Whether the session must be confirmed before this is possible. */
export const asksForProof = (error: Error | null): boolean =>
  error instanceof ApiError &&
  (error.more['AuthenticationRequired'] === true || error.more['PasswordRequired'] === true);

/**
 * Runs actions that require fresh authentication. If the server asks for it, a dialog does, and then the action runs
 * again. `dialog` goes into the page.
 */
export function useFresh(
  hasApp: boolean,
  hasPasskey = false,
): {
  fresh: (action: () => Promise<void>) => Promise<void>;
  dialog: ReactNode;
} {
  const [waiting, setWaiting] = useState<{ resume: () => void; stop: (error: Error) => void } | null>(null);
  const fresh = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof Error) || !asksForProof(error)) throw error;
      await new Promise<void>((resume, stop) => setWaiting({ resume, stop }));
      await action();
    }
  };
  const close = (end: () => void) => {
    setWaiting(null);
    end();
  };
  const dialog =
    waiting === null ? null : (
      <ConfirmIdentity
        hasApp={hasApp}
        hasPasskey={hasPasskey}
        onDone={() => close(waiting.resume)}
        onClose={() => close(() => waiting.stop(new Canceled()))}
      />
    );
  return { fresh, dialog };
}

/** The person closed the dialog. */
export class Canceled extends Error {}

/** The error to show: nothing if the person canceled. */
export const shownError = (error: Error | null): Error | null => (error instanceof Canceled ? null : error);
