import { type Static, Type } from 'typebox';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { count, flag, nullable, nullableTime, text, time } from '../../platform/openapi/fields.ts';

export const VerificationBody = Type.Object(
  {
    NotedSeal: Type.Optional(
      Type.String({ description: 'A seal that was noted elsewhere, as `carrel audit verify` prints it: `12:9f…`.' }),
    ),
  },
  { title: 'VerificationWish' },
);

const FindingSchema = Type.Object(
  {
    SealNumber: Type.Integer({ description: 'Number of the seal.' }),
    SealedAt: text('When the seal was made, ISO 8601, UTC; empty for a problem with a kept or noted seal.'),
    AfterId: Type.Integer({ description: 'The seal covers the rows after this `ActivityId`.' }),
    ThroughId: Type.Integer({ description: 'The last `ActivityId` that the seal covers.' }),
    Problem: text('The fault that was found.'),
  },
  { title: 'VerificationFinding' },
);

const HeadSchema = Type.Object(
  {
    Place: Type.String({ description: '`DATA_DIR` or `the bucket`.' }),
    Number: count('Number of the last seal that was kept there; 0 if there was none.'),
    WrittenAt: time('When it was written there.'),
    Since: Type.Object(
      {
        Number: count('Number of the seal; 0 if there was none.'),
        At: time('When it was kept or accepted.'),
        IsAccepted: flag('Whether an operator accepted the log.'),
      },
      { description: 'The first seal that was kept, or the one with which an operator accepted the log.' },
    ),
  },
  { title: 'KeptSeal' },
);

/** The result of a verification. */
export const VerifiedSchema = Type.Object(
  {
    DeploymentId: Type.Integer({ description: 'The deployment.' }),
    Seals: count('Number of seals that were verified.'),
    SealedRows: count('Number of rows that these seals cover.'),
    LastSeal: nullable(
      Type.Object({
        Number: Type.Integer({ description: 'Number of the seal.' }),
        Seal: text('The seal in lower-case hexadecimal.'),
        SealedAt: time('When the seal was made.'),
      }),
      'The last seal of the log; null if there is none.',
    ),
    UnsealedRows: Type.Integer({ description: 'Lines that no seal covers yet.' }),
    UnsealedSince: nullableTime('The time of the oldest of these lines; null if there are none.'),
    Heads: Type.Optional(
      Type.Array(HeadSchema, {
        description: 'The last seals that are kept outside of the database, and are part of the log.',
      }),
    ),
    Broken: Type.Integer({ description: 'Problems: seals that do not hold, and kept seals that are not in the log.' }),
    Findings: Type.Array(FindingSchema, { description: 'The first hundred of them.' }),
  },
  { title: 'Verified' },
);

/** A verification in the list. */
export const VerificationSchema = Type.Object(
  {
    JobId: Type.Integer({ description: 'The job.' }),
    State: Type.Union(
      [Type.Literal('Processing'), Type.Literal('Complete'), Type.Literal('Failed'), Type.Literal('Cancelled')],
      { description: 'The state of the verification.' },
    ),
    Creator: Type.String({ description: 'The address of who began it.' }),
    CreatorPerson: PersonSchema,
    DateCreated: time('When the verification was started.'),
    DateEnded: nullableTime('When the verification ended; null before that.'),
    Progress: Type.Object(
      { Seals: count('Number of seals checked so far.'), OfSeals: count('Number of seals to check.') },
      { description: 'How far the verification has come.' },
    ),
    Result: Type.Union([VerifiedSchema, Type.Null()], { description: 'Kept for 7 days.' }),
    Error: nullable(Type.String(), 'Why the verification failed; null if it did not.'),
  },
  { title: 'Verification' },
);

export type VerificationWish = Static<typeof VerificationBody>;
