import { useEffect, useState } from 'react';
import { ApiError } from '../../api/client.ts';
import { keepDraft, keptDraft } from '../../drafts.ts';

/**
 * Remembers a decision that was refused because the link was locked again or the session had ended: the page that it was made on
 * is gone by then, and the next one says that it was not sent.
 */
export function useLostDecision(taskId: number) {
  const key = `decision.${taskId}`;
  const [isLost] = useState(() => keptDraft(key) !== null);
  useEffect(() => keepDraft(key, null), [key]);
  const noting = async (sending: Promise<unknown>) => {
    try {
      await sending;
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) keepDraft(key, 'lost');
      throw error;
    }
  };
  return { isLost, noting };
}
