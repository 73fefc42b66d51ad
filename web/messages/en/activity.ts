/** English messages about the activity of documents. */
import type { Activity } from '../../api/answers.ts';

type Format = (activity: Activity) => string;

const version = ({ RevisionNumber }: Activity) => (RevisionNumber === null ? 'it' : `version ${RevisionNumber}`);

/** Verb phrases by activity type. Other types are shown with the name that reports use. */
const PHRASES: Record<string, Format> = {
  DocumentCreated: () => 'uploaded the document',
  DocumentViewed: () => 'viewed it',
  DocumentDownloaded: () => 'downloaded it',
  DocumentRevised: ({ RevisionNumber }) =>
    RevisionNumber === null ? 'uploaded a new version' : `uploaded version ${RevisionNumber}`,
  DocumentRenamed: ({ ContentName }) => `renamed it to “${ContentName}”`,
  DocumentMoved: () => 'moved it',
  DocumentCopied: () => 'created it as a copy',
  DocumentTagged: () => 'changed its tags',
  DocumentDeleted: () => 'moved it to trash',
  DocumentRestored: () => 'restored it from trash',
  DocumentComment: () => 'commented on it',
  DocumentCommentChanged: () => 'changed a comment',
  DocumentCommentDeleted: () => 'deleted a comment',
  DocumentCommentResolved: () => 'resolved a comment',
  DocumentCommentReopened: () => 'reopened a comment',
  DocumentLinkCreated: () => 'created a link',
  DocumentLinkChanged: () => 'changed a link',
  DocumentLinkMailed: () => 'resent a link',
  DocumentLinkRevoked: () => 'revoked a link',
  AccessDenied: () => 'was denied access',
  InvalidLinkPassword: () => 'entered an incorrect link password',
  DocumentSharedWithUser: () => 'shared it with a person',
  DocumentSharedWithGroup: () => 'shared it with a group',
  DocumentPermissionsChanged: () => 'changed permissions',
  TaskCreated: (activity) => `requested approval of ${version(activity)}`,
  TaskApproved: (activity) => `approved ${version(activity)}`,
  TaskDenied: (activity) => `denied ${version(activity)}`,
  TaskCancelled: () => 'canceled a task',
  TaskDeleted: () => 'deleted a task',
};

export const activityMessages = {
  title: 'Activity',
  report: 'Create report',
  you: 'You',
  visitor: 'Someone with a link',
  service: 'System',
  describe: (activity: Activity) => PHRASES[activity.ActivityType]?.(activity) ?? `· ${activity.ActivityItemType}`,
  expired: 'A task expired without a decision',
  links: 'Your links',
  tasks: 'Your tasks',
} as const;
