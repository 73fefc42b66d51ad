import { type Static, Type } from 'typebox';

const MailStateSchema = Type.Union(
  [
    Type.Literal('Waiting', { description: 'Is sent as soon as it can be, and tried again if it was refused.' }),
    Type.Literal('Held', { description: 'Waits until the content of its link was checked.' }),
    Type.Literal('Failed', { description: 'Was given up.' }),
    Type.Literal('Sent', { description: 'A mail server has taken it.' }),
    Type.Literal('Kept', { description: 'Is kept in the outbox, because there is no mail server.' }),
  ],
  { title: 'MailState' },
);

export type MailState = Static<typeof MailStateSchema>;

/** A mail as site admins see it: never what it says. */
export const MailSchema = Type.Object(
  {
    MailId: Type.Integer(),
    To: Type.String(),
    Cc: Type.Array(Type.String()),
    Subject: Type.String(),
    State: MailStateSchema,
    Attempts: Type.Integer({ minimum: 0 }),
    LastError: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused last, in one line.' }),
    DateCreated: Type.String({ format: 'date-time' }),
    DateSent: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
    NextAttempt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
      description: 'When a waiting mail is tried next, if not right now.',
    }),
    CanRetry: Type.Boolean({ description: 'Whether it can be tried again now.' }),
  },
  { title: 'Mail' },
);

/** What the list is narrowed down to. */
export const MailFilter = Type.Optional(MailStateSchema);
