/** Tasks in the order in which they matter. */
import type { Task } from '../../api/answers.ts';

export type TaskGroups = { overdue: Task[]; open: Task[]; ended: Task[] };

/**
 * Overdue are those that nobody has decided and that one can still do something about: their assignee can read the document
 * yet. Of the open ones what is due first comes first; what is over is listed from the newest on.
 */
export function groupTasks(tasks: Task[]): TaskGroups {
  const overdue = tasks.filter(isOverdue);
  const open = tasks.filter(({ TaskStatus }) => TaskStatus === 'Open');
  const ended = tasks.filter((task) => task.TaskStatus !== 'Open' && !isOverdue(task));
  const byDue = (a: Task, b: Task) => a.DueDate.localeCompare(b.DueDate);
  const byEnd = (a: Task, b: Task) => (b.DateEnded ?? '').localeCompare(a.DateEnded ?? '');
  return { overdue: overdue.toSorted(byDue), open: open.toSorted(byDue), ended: ended.toSorted(byEnd) };
}

const isOverdue = ({ TaskStatus, AccessEndsAt }: Task) => TaskStatus === 'Expired' && AccessEndsAt !== null;

const SOON_MS = 2 * 86_400_000;

/** Whether a task is due within two days. */
export const isDueSoon = ({ TaskStatus, DueDate }: Task, now: Date): boolean =>
  TaskStatus === 'Open' && Date.parse(DueDate) - now.getTime() < SOON_MS;
