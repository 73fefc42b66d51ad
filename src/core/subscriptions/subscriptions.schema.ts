import { Type } from 'typebox';
import { flag } from '../../platform/openapi/fields.ts';
import { MAIL_TOPICS, type MailTopic } from './topics.ts';

const TOPICS = {
  TaskRequests: flag('Requests to approve a document.'),
  TaskDecisions: flag('Decisions on your requests.'),
  TaskUpdates: flag('Updates on tasks that you were added to.'),
  LinkUploads: flag('Uploads through your links.'),
  LinkOpenings: flag('Openings of your links with `NotifyOnOpen`.'),
  AccessGrants: flag('Access that others give you.'),
  CommentMentions: flag('Comments that mention you.'),
  LinkComments: flag('Comments by visitors of your links.'),
  SearchAlerts: flag('New matches of your saved searches.'),
} satisfies Record<MailTopic, unknown>;

/** The kinds of emails that a person gets. */
export const MailPreferencesSchema = Type.Object(TOPICS, {
  title: 'MailPreferences',
  description: 'The kinds of emails that the user gets. Other emails cannot be turned off.',
});

/** Changes of them. */
export const MailPreferencesBody = Type.Partial(Type.Object(TOPICS), {
  additionalProperties: false,
  description: 'Kinds of emails to turn on or off; absent: unchanged.',
});

/** The preferences of a person with these muted topics. */
export function presentMailPreferences(muted: MailTopic[]): Record<MailTopic, boolean> {
  return Object.fromEntries(MAIL_TOPICS.map((topic) => [topic, !muted.includes(topic)])) as Record<MailTopic, boolean>;
}
