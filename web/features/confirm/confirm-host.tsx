import { Suspense, lazy, useEffect, useState } from 'react';
import { onConfirmation } from '../../api/sign-in/confirmation.ts';

const ConfirmIdentity = lazy(async () => ({ default: (await import('./confirm-identity.tsx')).ConfirmIdentity }));

type Waiting = (isConfirmed: boolean) => void;

/** The dialog that any request can open: it asks the person to authenticate, and then the request is sent again. */
export function ConfirmHost() {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  useEffect(
    () =>
      onConfirmation(async () => {
        const { promise, resolve } = Promise.withResolvers<boolean>();
        setWaiting(() => resolve);
        return promise;
      }),
    [],
  );
  if (waiting === null) return null;
  const end = (isConfirmed: boolean) => {
    setWaiting(null);
    waiting(isConfirmed);
  };
  return (
    <Suspense>
      <ConfirmIdentity onDone={() => end(true)} onClose={() => end(false)} />
    </Suspense>
  );
}
