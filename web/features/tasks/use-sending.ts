import { useQueryClient } from '@tanstack/react-query';
import type { TaskDecision, TaskOnPage } from '../../api/tasks.ts';

/** Sends a decision, and shows what became of the task: of this decision, or of one that was faster. */
export function useSending(taskKey: unknown[], complete: (decided: TaskDecision) => Promise<TaskOnPage>) {
  const queries = useQueryClient();
  return async (decided: TaskDecision) => {
    try {
      queries.setQueryData(taskKey, await complete(decided));
    } catch (error) {
      // With the task the document may have gone out of reach.
      for (const queryKey of [taskKey, ['previewable']]) void queries.invalidateQueries({ queryKey });
      throw error;
    }
  };
}
