import { type Static, Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { flag, text, wantedId } from '../../platform/openapi/fields.ts';
import { PersonSchema } from '../../core/persons/persons.schema.ts';
import { OwnShareSchema } from '../own-shares/own.schema.ts';

const { ItemName: _name, Recipients, Abilities: _abilities, Links: _links, ...state } = OwnShareSchema.properties;
const { WebUri: _own, ...recipient } = Recipients.items.properties;

/** A link for site admins, without its URL. */
export const DeploymentShareSchema = Type.Object(
  {
    ...state,
    ItemName: text('Name of the item.'),
    IsReadable: flag('Whether you can open the item.'),
    CreatedBy: PersonSchema,
    Recipients: Type.Array(Type.Object(recipient, { description: 'A recipient.' }), {
      description: 'The recipients; empty if the share has none.',
    }),
  },
  { title: 'DeploymentShare', description: 'A share of any user of the deployment, without the link itself.' },
);
export type DeploymentShare = Static<typeof DeploymentShareSchema>;

const filter = {
  unprotected: Type.Optional(Type.Boolean({ description: 'True: only shares with neither password nor access code.' })),
  endless: Type.Optional(Type.Boolean({ description: 'True: only shares that never expire.' })),
  outside: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 200,
      description:
        'Email domains, separated by commas or repeated, at most 200: only shares with a recipient in none of them.',
    }),
  ),
  status: Type.Optional(
    Type.Enum(['Active', 'Pending', 'Refused', 'Expired'], { description: 'Only shares in this state.' }),
  ),
  creatorId: Type.Optional(wantedId('Only shares that this user created.')),
  name: Type.Optional(
    Type.String({ maxLength: 255, description: 'Only shares of items whose name contains this text.' }),
  ),
};

/** Filters links; all given criteria must match. A misspelled one would match them all. */
export const ShareFilterQuery = Type.Object(filter, { additionalProperties: false });
export const ShareListQuery = Type.Object({ ...filter, ...pageQuery });

export const ShareCountSchema = Type.Object(
  { Count: Type.Integer({ description: 'Number of shares.' }) },
  { title: 'ShareCount', description: 'A number of shares.' },
);

/** The links to revoke: the given ones, or all of them, which must be explicit. */
export const RevokeSharesBody = Type.Object(
  {
    ShareIds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
        maxItems: 1000,
        description: 'The shares, at most 1000; only those that the query matches are revoked.',
      }),
    ),
    All: Type.Optional(Type.Boolean({ description: 'True: revoke all shares that the query matches.' })),
  },
  { title: 'ShareRevocation', description: 'Shares to revoke: `ShareIds` or `All`.' },
);

export const RevokeSharesResultSchema = Type.Object(
  { SharesRevoked: Type.Integer({ description: 'Number of shares that were revoked.' }) },
  { title: 'RevokeSharesResult', description: 'The result of revoking shares.' },
);
