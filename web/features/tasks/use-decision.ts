import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Decided } from '../../api/tasks.ts';

/** How long a decision can be taken back. */
const UNDO_MS = 5000;

export type Deciding = {
  /** Made, and not sent yet. */
  waiting: Decided | null;
  /** Made, whether or not it is sent. */
  made: Decided | null;
  decide: (decided: Decided) => void;
  undo: () => void;
  isSending: boolean;
  error: Error | null;
};

/**
 * A decision that is sent a moment after it was made, unless it is taken back: nobody has to confirm anything, and no slip
 * is mailed around. Who leaves the page meanwhile has decided.
 */
export function useDecision(send: (decided: Decided) => Promise<unknown>): Deciding {
  const [waiting, setWaiting] = useState<Decided | null>(null);
  const { mutate, reset, isPending, error, variables = null } = useMutation({ mutationFn: send });
  const unsent = useRef<Decided | null>(null);
  useEffect(() => {
    const flush = () => {
      if (unsent.current === null) return;
      mutate(unsent.current);
      unsent.current = null;
      setWaiting(null);
    };
    const timer = waiting === null ? undefined : setTimeout(flush, UNDO_MS);
    window.addEventListener('pagehide', flush);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
    };
  }, [waiting, mutate]);
  // The page may also be left within the app.
  useEffect(() => () => void (unsent.current !== null && mutate(unsent.current)), [mutate]);
  const hold = (decided: Decided | null) => {
    unsent.current = decided;
    setWaiting(decided);
  };
  return {
    waiting,
    made: waiting ?? variables,
    decide: (decided) => {
      // Of a double click the second is none.
      if (unsent.current !== null || isPending) return;
      reset();
      hold(decided);
    },
    undo: () => hold(null),
    isSending: isPending,
    error,
  };
}
