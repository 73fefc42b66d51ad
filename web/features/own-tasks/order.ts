/** Sorts tasks by urgency. */
import type { Task } from '../../api/answers.ts';

export type TaskGroups = { overdue: Task[]; open: Task[]; ended: Task[] };

/**
 * A task is overdue if nobody has decided it and its assignee can still view the document. Open tasks are sorted by due date,
 * finished tasks from newest to oldest.
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
