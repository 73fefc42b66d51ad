/** Decisions on approval tasks, by people with and without an account. */
import type { Task } from './answers.ts';
import { ApiError, callApi, readProblem } from './client.ts';
import { accountHeaders } from '../shown-account.ts';
import { type LinkKey, type Person, linkPath } from './visits.ts';

export type Decision = 'Approve' | 'Deny';
/** `hash`: SHA-256 of the content on the page. */
export type TaskDecision = { decision: Decision; comment: string; hash: string };

type TaskFields = Omit<
  Task,
  'Creator' | 'Abilities' | 'DocumentId' | 'Links' | 'TaskType' | 'ItemType' | 'RevisionNumber' | 'Hash'
>;
type LinkTask = TaskFields & { Creator: Person; CanDecide: boolean };

/** A task as its page shows it. The assignee is the name of somebody with an account, or else the address. */
export type TaskOnPage = TaskFields & { Creator: { Name: string; Email: string }; CanDecide: boolean };

/** A task with its document. */
export type TaskOfDocument = TaskOnPage & { DocumentId: number };

export const getTask = async (taskId: string) => presentOwn(await callApi<Task>('GET', ownPath(taskId)));

export const completeTask = async (taskId: string, decided: TaskDecision) =>
  presentOwn(await send<Task>('PATCH', `${ownPath(taskId)}/complete`, decided));

export const getLinkTask = (link: LinkKey) => callApi<LinkTask>('GET', `${linkPath(link)}/task`);

export const completeLinkTask = (link: LinkKey, decided: TaskDecision) =>
  send<LinkTask>('POST', `${linkPath(link)}/task/decision`, decided);

/** Whether a decision was refused because it was about an older version. */
export const isAboutOldVersion = (error: unknown) => error instanceof ApiError && error.more['Reason'] === 'changed';

const ownPath = (taskId: string) => `/api/tasks/${encodeURIComponent(taskId)}`;

// `keepalive` sends the request even if the page is being closed.
async function send<Answer>(method: string, path: string, { decision, comment, hash }: TaskDecision): Promise<Answer> {
  const body = JSON.stringify({ Decision: decision, Comment: comment, Hash: hash });
  const headers = { 'content-type': 'application/json', ...accountHeaders() };
  const response = await fetch(path, { method, headers, body, keepalive: true }).catch(() => null);
  if (response === null) throw new ApiError(0, '');
  if (!response.ok) throw await readProblem(response);
  return (await response.json()) as Answer;
}

function presentOwn(task: Task): TaskOfDocument {
  const { Creator: Email, CreatorPerson, Assignee, AssigneePerson, Abilities } = task;
  const Creator = { Name: CreatorPerson.Name, Email };
  return { ...task, Creator, Assignee: AssigneePerson?.Name ?? Assignee, CanDecide: Abilities.Complete };
}
