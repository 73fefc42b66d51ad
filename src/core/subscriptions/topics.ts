import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { emailKey } from '../../platform/values/email.ts';
import type { UserKey } from '../actor.ts';

/**
 * Kinds of emails that people with an account can turn off. All other emails are required: those about passwords,
 * addresses, tokens and access codes, and links that somebody sends (docs/api/users.md#email-preferences).
 */
export const MAIL_TOPICS = [
  'TaskRequests',
  'TaskDecisions',
  'TaskUpdates',
  'LinkUploads',
  'LinkOpenings',
  'AccessGrants',
  'CommentMentions',
  'LinkComments',
  'SearchAlerts',
] as const;

export type MailTopic = (typeof MAIL_TOPICS)[number];

export const isMailTopic = (text: string): text is MailTopic => (MAIL_TOPICS as readonly string[]).includes(text);

/** A person and a topic, as an unsubscribe link names them. */
export type Subscription = UserKey & { topic: MailTopic };

const NAMED = /^(\d{1,16})\.(\d{1,16})\.([A-Za-z]{1,40})\.([\w-]{43})$/;

/**
 * The token of an unsubscribe link. It is derived and not stored, and valid while the person has the address that the
 * email was sent to.
 */
export function unsubscribeToken(secretKey: Buffer, of: Subscription, email: string): string {
  const { deploymentId, userId, topic } = of;
  const named = `${deploymentId}.${userId}.${topic}`;
  return `${named}.${signatureOf(secretKey, named, email).toString('base64url')}`;
}

/** The claim of a token, before its signature is checked; undefined for another text. */
export function readUnsubscribeToken(token: string): (Subscription & { named: string; signature: Buffer }) | undefined {
  const [, deploymentId, userId, topic = '', signature = ''] = NAMED.exec(token) ?? [];
  if (!isMailTopic(topic)) return undefined;
  const named = `${deploymentId}.${userId}.${topic}`;
  const of = { deploymentId: Number(deploymentId), userId: Number(userId), topic };
  return { ...of, named, signature: Buffer.from(signature, 'base64url') };
}

/** The signature of a token for somebody with this address. */
export function signatureOf(secretKey: Buffer, named: string, email: string): Buffer {
  return deriveSecret(secretKey, 'unsubscribe', Buffer.from(`${named}\0${emailKey(email)}`));
}
