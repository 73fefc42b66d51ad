import type { Static } from 'typebox';
import type { CreatedToken } from './tokens.actions.ts';
import type { OwnedTokenRow, TokenRow } from './tokens.queries.ts';
import type { DeploymentTokenSchema, NewTokenSchema, TokenSchema } from './tokens.schema.ts';

/** A token in lists, without its text. */
export function presentToken(row: TokenRow): Static<typeof TokenSchema> {
  return {
    TokenId: row.tokenId,
    Name: row.name,
    IsSync: row.isSync,
    DateCreated: row.createdAt,
    CreatedBy: { UserId: row.createdBy, Name: row.creatorName, Email: row.creatorEmail },
    LastUsed: row.lastUsedAt,
  };
}

/** The same with its owner. */
export function presentOwnedToken(row: OwnedTokenRow): Static<typeof DeploymentTokenSchema> {
  const { userId: UserId, owner: Name, email: Email } = row;
  return { ...presentToken(row), User: { UserId, Name, Email } };
}

/** A new token with its text. */
export function presentNewToken(created: CreatedToken): Static<typeof NewTokenSchema> {
  const { LastUsed: _never, ...token } = presentToken(created);
  return { ...token, Token: created.token };
}
