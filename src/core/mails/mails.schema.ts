import { type Static, Type } from 'typebox';
import { personOrNull } from '../persons/persons.schema.ts';
import {
  count,
  email,
  flag,
  id,
  link,
  links,
  nullable,
  nullableTime,
  text,
  time,
} from '../../platform/openapi/fields.ts';

const MailStateSchema = Type.Union(
  [
    Type.Literal('Waiting', { description: 'To be sent, or to be sent again at `NextAttempt`.' }),
    Type.Literal('Held', { description: 'Held until the content of its link was checked.' }),
    Type.Literal('Failed', { description: 'Given up.' }),
    Type.Literal('Sent', { description: 'Delivered to the mail server.' }),
    Type.Literal('Kept', { description: 'Kept in the outbox, because there is no mail server.' }),
  ],
  { title: 'MailState', description: 'The state of an email.' },
);

export type MailState = Static<typeof MailStateSchema>;

/** A mail for site admins, without its bodies. */
export const MailSchema = Type.Object(
  {
    MailId: id('The email.'),
    To: email('Address of the recipient.'),
    ToPerson: personOrNull('The recipient; null for somebody without an account.'),
    Cc: Type.Array(Type.String(), { description: 'Addresses that receive a copy; empty if there are none.' }),
    Subject: text('Subject.'),
    State: MailStateSchema,
    Attempts: count('Number of attempts so far.'),
    LastError: nullable(Type.String(), 'Why the last attempt failed, in one line; null if none has failed.'),
    DateCreated: time('When the email was written.'),
    DateSent: nullableTime('When the email was delivered; null if it was not.'),
    NextAttempt: nullableTime('When a waiting email is sent next; null if that is now or never.'),
    CanRetry: flag('Whether `retryMail` is possible now.'),
  },
  { title: 'Mail', description: 'An email without its text.' },
);

/** Filters the list. */
export const MailFilter = Type.Optional(
  Type.Union(MailStateSchema.anyOf, { description: 'Only emails in this state.' }),
);

/** A mail in the outbox. */
export const KeptMailSchema = Type.Object(
  {
    MailId: id('The email.'),
    To: email('Address of the recipient.'),
    Subject: text('Subject.'),
    DateCreated: time('When the email was written.'),
    Links: links({ Message: link('The email itself, `message/rfc822`.') }),
  },
  { title: 'KeptMail', description: 'An email that the server keeps because there is no mail server.' },
);

export const MailParams = Type.Object({ mailId: id('The email.') });
