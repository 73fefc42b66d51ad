import { useQueryClient } from '@tanstack/react-query';
import type { TaskDecision, TaskOnPage } from '../../api/tasks.ts';

/** Sends a decision and shows the outcome of the task, of this decision or of an earlier one. */
export function useSending(taskKey: unknown[], complete: (decided: TaskDecision) => Promise<TaskOnPage>) {
  const queries = useQueryClient();
  return async (decided: TaskDecision) => {
    try {
      queries.setQueryData(taskKey, await complete(decided));
    } catch (error) {
      // The document may become inaccessible together with the task.
      for (const queryKey of [taskKey, ['previewable']]) void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
}
