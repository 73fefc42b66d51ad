/** Texts of what happened to documents, in English. */
import type { Activity } from '../../api/answers.ts';

type Say = (activity: Activity) => string;

const version = ({ RevisionNumber }: Activity) => (RevisionNumber === null ? 'it' : `version ${RevisionNumber}`);

/** What somebody did, by its code; others are shown as reports call them. */
const DID: Record<string, Say> = {
  DocumentCreated: () => 'added the document',
  DocumentViewed: () => 'viewed it',
  DocumentDownloaded: () => 'downloaded it',
  DocumentRevised: ({ RevisionNumber }) =>
    RevisionNumber === null ? 'added a version' : `added version ${RevisionNumber}`,
  DocumentRenamed: ({ ContentName }) => `renamed it to “${ContentName}”`,
  DocumentMoved: () => 'moved it',
  DocumentCopied: () => 'made it as a copy',
  DocumentTagged: () => 'changed its tags',
  DocumentDeleted: () => 'moved it to the trash',
  DocumentRestored: () => 'brought it back from the trash',
  DocumentComment: () => 'commented on it',
  DocumentLinkCreated: () => 'made a link to it',
  DocumentLinkChanged: () => 'changed until when a link is good',
  DocumentLinkMailed: () => 'mailed a link again',
  DocumentLinkRevoked: () => 'withdrew a link',
  AccessDenied: () => 'was denied access',
  InvalidLinkPassword: () => 'gave a wrong password at a link',
  DocumentSharedWithUser: () => 'shared it with somebody',
  DocumentSharedWithGroup: () => 'shared it with a group',
  DocumentPermissionsChanged: () => 'changed who has access',
  TaskCreated: (activity) => `asked for approval of ${version(activity)}`,
  TaskApproved: (activity) => `approved ${version(activity)}`,
  TaskDenied: (activity) => `denied ${version(activity)}`,
  TaskCancelled: () => 'cancelled a task',
  TaskDeleted: () => 'deleted a task',
};

export const activityMessages = {
  title: 'Activity',
  report: 'Make a report of it',
  you: 'You',
  visitor: 'Somebody with a link',
  service: 'The service',
  did: (activity: Activity) => DID[activity.ActivityType]?.(activity) ?? `· ${activity.ActivityItemType}`,
  expired: 'A task expired without a decision',
  links: 'Your links to it',
  tasks: 'Your tasks for this document',
} as const;
