import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { TaskDecision } from '../../api/tasks.ts';

/** How long a decision can be undone. */
const UNDO_MS = 5000;

export type DecisionState = {
  /** Made but not sent yet. */
  waiting: TaskDecision | null;
  /** Made, sent or not. */
  made: TaskDecision | null;
  decide: (decided: TaskDecision) => void;
  undo: () => void;
  isSending: boolean;
  /** Undone because the document changed after the page was loaded. */
  isOutdated: boolean;
  error: Error | null;
};

/**
 * Delays a decision briefly, so that it can be undone without a confirmation dialog. Leaving the page sends it. Before sending,
 * `isCurrent` checks whether the document on the page is still current; if not, the decision is undone.
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
      // Ignores the second click of a double click.
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

// Holds a decision for the delay and then sends it. Closing or leaving the page sends it at once.
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
