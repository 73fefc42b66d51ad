import { Type } from 'typebox';
import { nullable, wantedId } from '../../platform/openapi/fields.ts';

/** The most accounts that one request changes. */
export const BULK_LIMIT = 500;

export const BULK_ACTIONS = [
  'MakeSiteAdmin',
  'MakeMember',
  'Deactivate',
  'Reactivate',
  'AddToGroup',
  'Invite',
] as const;

export const BULK_OUTCOMES = ['Changed', 'Unchanged', 'Refused'] as const;

export const BulkChangeBody = Type.Object(
  {
    UserIds: Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
      minItems: 1,
      maxItems: BULK_LIMIT,
      description: `The UserId of each account, at most ${BULK_LIMIT}.`,
    }),
    Action: Type.Enum(BULK_ACTIONS, { description: 'The change of each account.' }),
    GroupId: Type.Optional(wantedId('The group, for `AddToGroup`.')),
  },
  { title: 'UserBulkChange', description: 'One change of many accounts.' },
);

const BulkResultSchema = Type.Object(
  {
    UserId: Type.Integer({ description: 'The UserId of the request.' }),
    Outcome: Type.Enum(BULK_OUTCOMES, {
      description: '`Unchanged`: the account already was as requested. `Refused`: a rule forbids the change.',
    }),
    Reason: nullable(Type.String(), 'Why the change was refused; null for other outcomes.'),
  },
  { description: 'The outcome for one account.' },
);

export const BulkResultsSchema = Type.Object(
  { Results: Type.Array(BulkResultSchema, { description: 'One for each requested account, in the same order.' }) },
  { title: 'UserBulkResults', description: 'The outcome for each account.' },
);
