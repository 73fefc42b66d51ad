/** Confirming who the person is, when a request requires it (docs/api/authentication.md#fresh-authentication). */

/** Resolves with true after the person has confirmed it, and with false if they canceled. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the dialog. Returns a function that removes it. */
export function onConfirmation(dialog: Ask): () => void {
  ask = dialog;
  return () => {
    if (ask === dialog) ask = null;
  };
}

/** Asks the person, once for all requests that wait. */
export async function confirmIdentity(): Promise<boolean> {
  if (ask === null) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
