import { type Static, Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { OwnShareSchema } from '../own-shares/own.schema.ts';

const { ItemName: _name, Recipients, Abilities: _abilities, Links: _links, ...state } = OwnShareSchema.properties;
const { WebUri: _own, ...recipient } = Recipients.items.properties;

/** A link for site admins, without its URL. */
export const DeploymentShareSchema = Type.Object(
  {
    ...state,
    ItemName: Type.String(),
    IsReadable: Type.Boolean({ description: 'Whether the caller may open the item.' }),
    CreatedBy: Type.Object({ UserId: Type.Integer(), Name: Type.String(), Email: Type.String() }),
    Recipients: Type.Array(Type.Object(recipient)),
  },
  { title: 'DeploymentShare' },
);
export type DeploymentShare = Static<typeof DeploymentShareSchema>;

const filter = {
  unprotected: Type.Optional(Type.Boolean({ description: 'Only links with neither password nor access code.' })),
  endless: Type.Optional(Type.Boolean({ description: 'Only links that never expire.' })),
  outside: Type.Optional(
    Type.Array(Type.String(), {
      maxItems: 200,
      description: 'Domains, separated by commas or repeated: only links with a recipient in none of them.',
    }),
  ),
  status: Type.Optional(Type.Enum(['Active', 'Pending', 'Refused', 'Expired'])),
  creatorId: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  name: Type.Optional(Type.String({ maxLength: 255, description: 'What the name of the item holds.' })),
};

/** Filters links; all given criteria must match. */
export const ShareFilterQuery = Type.Object(filter);
export const ShareListQuery = Type.Object({ ...filter, ...pageQuery });

export const ShareCountSchema = Type.Object({ Count: Type.Integer() }, { title: 'ShareCount' });

/** The links to revoke: the given ones, or all of them, which must be explicit. */
export const RevokeSharesBody = Type.Object(
  {
    ShareIds: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), { maxItems: 1000 }),
    ),
    All: Type.Optional(Type.Boolean({ description: 'All that the query describes.' })),
  },
  { title: 'RevokeSharesRequest' },
);

export const RevokeSharesResultSchema = Type.Object({ SharesRevoked: Type.Integer() }, { title: 'RevokeSharesResult' });
