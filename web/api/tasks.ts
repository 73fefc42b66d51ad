/** Approval tasks: as somebody who is signed in decides them, and as somebody does with a personal link. */
import type { Task } from './answers.ts';
import { ApiError, ask, errorOf } from './client.ts';
import { type LinkKey, type Person, linkPath } from './visits.ts';

export type Decision = 'Approve' | 'Deny';
export type Decided = { decision: Decision; comment: string };

type TaskFields = Omit<
  Task,
  'Creator' | 'Abilities' | 'DocumentId' | 'Links' | 'TaskType' | 'ItemType' | 'RevisionNumber' | 'Hash'
>;
type LinkTask = TaskFields & { Creator: Person; CanDecide: boolean };

/** A task as its page shows it, whoever looks. The creator's name is not told to everybody. */
export type TaskOnPage = TaskFields & { Creator: { Name: string | null; Email: string }; CanDecide: boolean };

/** The same, with the document that it is about. */
export type TaskOfDocument = TaskOnPage & { DocumentId: number };

export const getTask = async (taskId: string) => presentOwn(await ask<Task>('GET', ownPath(taskId)));

export const completeTask = async (taskId: string, decided: Decided) =>
  presentOwn(await send<Task>('PATCH', `${ownPath(taskId)}/complete`, decided));

export const getLinkTask = (link: LinkKey) => ask<LinkTask>('GET', `${linkPath(link)}/task`);

export const completeLinkTask = (link: LinkKey, decided: Decided) =>
  send<LinkTask>('POST', `${linkPath(link)}/task/decision`, decided);

const ownPath = (taskId: string) => `/api/tasks/${encodeURIComponent(taskId)}`;

// Even if the page is being closed.
async function send<Answer>(method: string, path: string, { decision, comment }: Decided): Promise<Answer> {
  const body = JSON.stringify({ Decision: decision, Comment: comment });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method, headers, body, keepalive: true }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as Answer;
}

function presentOwn(task: Task): TaskOfDocument {
  return { ...task, Creator: { Name: null, Email: task.Creator }, CanDecide: task.Abilities.Complete };
}
