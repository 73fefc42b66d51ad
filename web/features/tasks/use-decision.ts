import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TaskDecision } from '../../api/tasks.ts';

/** How long a decision can be taken back. */
const UNDO_MS = 5000;

export type DecisionState = {
  /** Made, and not sent yet. */
  waiting: TaskDecision | null;
  /** Made, whether or not it is sent. */
  made: TaskDecision | null;
  decide: (decided: TaskDecision) => void;
  undo: () => void;
  isSending: boolean;
  /** It was taken back, because the document is another one than was in sight when it was made. */
  isOutdated: boolean;
  error: Error | null;
};

/**
 * A decision that is sent a moment after it was made, unless it is taken back: nobody has to confirm anything, and no slip
 * is mailed around. Who leaves the page meanwhile has decided. In this moment `isCurrent` looks whether the document is still
 * the one in sight; if it is not, the decision is taken back.
 */
export function useDecision(
  send: (decided: TaskDecision) => Promise<unknown>,
  isCurrent: () => Promise<boolean>,
): DecisionState {
  const [isOutdated, setOutdated] = useState(false);
  const { mutate, reset, isPending, error, variables = null } = useMutation({ mutationFn: send });
  const { held, hold, isHeld } = useHeld(mutate);
  const check = async (decided: TaskDecision) => {
    if ((await isCurrent()) || !isHeld(decided)) return;
    hold(null);
    setOutdated(true);
  };
  return {
    waiting: held,
    made: held ?? variables,
    decide: (decided) => {
      // Of a double click the second is none.
      if (held !== null || isPending) return;
      reset();
      setOutdated(false);
      hold(decided);
      void check(decided);
    },
    undo: () => hold(null),
    isSending: isPending,
    isOutdated,
    error,
  };
}

// Holds a decision for the moment, then lets it go; at once if the page is left, whether closed or for another of the app.
function useHeld(letGo: (decided: TaskDecision) => void) {
  const [held, setHeld] = useState<TaskDecision | null>(null);
  const newest = useRef<TaskDecision | null>(null);
  const hold = (decided: TaskDecision | null) => {
    newest.current = decided;
    setHeld(decided);
  };
  useEffect(() => {
    const flush = () => {
      if (newest.current === null) return;
      letGo(newest.current);
      newest.current = null;
      setHeld(null);
    };
    const timer = held === null ? undefined : setTimeout(flush, UNDO_MS);
    window.addEventListener('pagehide', flush);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', flush);
    };
  }, [held, letGo]);
  useEffect(() => () => void (newest.current !== null && letGo(newest.current)), [letGo]);
  return { held, hold, isHeld: (decided: TaskDecision) => newest.current === decided };
}
