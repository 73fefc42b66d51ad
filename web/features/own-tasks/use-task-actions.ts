import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Task } from '../../api/answers.ts';
import { cancelTask, deleteTask } from '../../api/own-tasks.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { describeFailure } from '../library/actions/run-all.ts';
import { showNotice } from '../shell/notice-list.ts';

/** Cancels or deletes a task of the person. If another person has ended it meanwhile, the list shows the outcome. */
export function useTaskActions(task: Task): { cancel: () => void; remove: () => void } {
  const queries = useQueryClient();
  const onSettled = () => void queries.invalidateQueries({ queryKey: ['tasks'] });
  const onError = (error: Error) => void showNotice({ kind: 'failed', text: describeFailure(error) });
  const notify = (text: string) => () => void showNotice({ kind: 'done', text });
  const cancel = useMutation({
    mutationFn: () => cancelTask(task),
    onSuccess: notify(taskMessages.list.cancelled),
    onError,
    onSettled,
  });
  const remove = useMutation({
    mutationFn: () => deleteTask(task),
    onSuccess: notify(taskMessages.list.removed),
    onError,
    onSettled,
  });
  return { cancel: () => cancel.mutate(), remove: () => remove.mutate() };
}
