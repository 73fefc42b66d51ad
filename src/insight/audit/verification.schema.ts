import { type Static, Type } from 'typebox';

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const time = Type.String({ format: 'date-time' });
const count = Type.Integer({ minimum: 0 });

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
    SealNumber: Type.Integer(),
    SealedAt: Type.String(),
    AfterId: Type.Integer(),
    ThroughId: Type.Integer(),
    Problem: Type.String(),
  },
  { title: 'VerificationFinding' },
);

const HeadSchema = Type.Object(
  {
    Place: Type.String({ description: '`DATA_DIR` or `the bucket`.' }),
    Number: count,
    WrittenAt: time,
    Since: Type.Object(
      { Number: count, At: time, IsAccepted: Type.Boolean() },
      { description: 'The first seal that was kept, or the one with which an operator accepted the log.' },
    ),
  },
  { title: 'KeptSeal' },
);

/** The result of a verification. */
export const VerifiedSchema = Type.Object(
  {
    DeploymentId: Type.Integer(),
    Seals: count,
    SealedRows: count,
    LastSeal: nullable(Type.Object({ Number: Type.Integer(), Seal: Type.String(), SealedAt: time })),
    UnsealedRows: Type.Integer({ description: 'Lines that no seal covers yet.' }),
    UnsealedSince: nullable(time),
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
    JobId: Type.Integer(),
    State: Type.Union([
      Type.Literal('Processing'),
      Type.Literal('Complete'),
      Type.Literal('Failed'),
      Type.Literal('Cancelled'),
    ]),
    Creator: Type.String({ description: 'The address of who began it.' }),
    DateCreated: time,
    DateEnded: nullable(time),
    Progress: Type.Object({ Seals: count, OfSeals: count }),
    Result: Type.Union([VerifiedSchema, Type.Null()], { description: 'Kept for 7 days.' }),
    Error: nullable(Type.String()),
  },
  { title: 'Verification' },
);

export type VerificationWish = Static<typeof VerificationBody>;
