/** Approval tasks: as somebody who is signed in decides them, and as somebody does with a personal link. */
import { ask } from './client.ts';
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
  presentOwn(await ask<OwnTask>('PATCH', `${ownPath(taskId)}/complete`, bodyOf(decided), LAST));

export const getLinkTask = (link: LinkKey) => ask<LinkTask>('GET', `${linkPath(link)}/task`);

export const completeLinkTask = (link: LinkKey, decided: Decided) =>
  ask<LinkTask>('POST', `${linkPath(link)}/task/decision`, bodyOf(decided), LAST);

// A decision is sent even if the page is being closed.
const LAST = { keepalive: true };

const ownPath = (taskId: string) => `/api/tasks/${encodeURIComponent(taskId)}`;

const bodyOf = ({ decision, comment }: Decided) => ({ Decision: decision, Comment: comment });

function presentOwn(task: OwnTask): TaskOfDocument {
  return { ...task, Creator: { Name: null, Email: task.Creator }, CanDecide: task.Abilities.Complete };
}
