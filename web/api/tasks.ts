/** Approval tasks: as somebody who is signed in decides them, and as somebody does with a personal link. */
import { ApiError, ask, errorOf } from './client.ts';
import { type LinkKey, type Person, linkPath } from './visits.ts';

export type Decision = 'Approve' | 'Deny';
export type Decided = { decision: Decision; comment: string };

type TaskFields = {
  TaskId: number;
  TaskStatus: 'Open' | 'Completed' | 'Cancelled' | 'Expired';
  /** Empty without a decision. */
  TaskResult: '' | 'Positive' | 'Negative';
  Instructions: string;
  DueDate: string;
  DateAssigned: string;
  DateEnded: string | null;
  /** An address, like the creator's. */
  Assignee: string;
  ItemName: string;
  ChangedSinceAssigned: boolean;
  Comment: string | null;
  /** When the assignee can read the document no longer; null if that is over. */
  AccessEndsAt: string | null;
};

type OwnTask = TaskFields & { Creator: string; DocumentId: number; Abilities: { Complete: boolean } };
type LinkTask = TaskFields & { Creator: Person; CanDecide: boolean };

/** A task as its page shows it, whoever looks. The creator's name is not told to everybody. */
export type TaskOnPage = Omit<TaskFields, 'TaskResult'> & {
  TaskResult: TaskFields['TaskResult'];
  Creator: { Name: string | null; Email: string };
  CanDecide: boolean;
};

/** The same, with the document that it is about. */
export type TaskOfDocument = TaskOnPage & { DocumentId: number };

export const getTask = async (taskId: string) => presentOwn(await ask<OwnTask>('GET', ownPath(taskId)));

export const completeTask = async (taskId: string, decided: Decided) =>
  presentOwn(await send<OwnTask>('PATCH', `${ownPath(taskId)}/complete`, decided));

export const getLinkTask = (link: LinkKey) => ask<LinkTask>('GET', `${linkPath(link)}/task`);

export const completeLinkTask = (link: LinkKey, decided: Decided) =>
  send<LinkTask>('POST', `${linkPath(link)}/task/decision`, decided);

const ownPath = (taskId: string) => `/api/tasks/${encodeURIComponent(taskId)}`;

// Even if the page is being closed.
async function send<Task>(method: string, path: string, { decision, comment }: Decided): Promise<Task> {
  const body = JSON.stringify({ Decision: decision, Comment: comment });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body, keepalive: true }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as Task;
}

function presentOwn(task: OwnTask): TaskOfDocument {
  return { ...task, Creator: { Name: null, Email: task.Creator }, CanDecide: task.Abilities.Complete };
}
