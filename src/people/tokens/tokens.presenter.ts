import type { Static } from 'typebox';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import type { CreatedToken } from './tokens.actions.ts';
import type { OwnedTokenRow, TokenRow } from './tokens.queries.ts';
import type { DeploymentTokenSchema, NewTokenSchema, TokenSchema } from './tokens.schema.ts';

/** A token in lists, without its text. */
export function presentToken(baseUrl: string, row: TokenRow): Static<typeof TokenSchema> {
  return {
    TokenId: row.tokenId,
    Name: row.name,
    IsSync: row.isSync,
    DateCreated: row.createdAt,
    CreatedBy: presentPerson(baseUrl, row.createdBy),
    LastUsed: row.lastUsedAt,
  };
}

/** The same with its owner. */
export function presentOwnedToken(baseUrl: string, row: OwnedTokenRow): Static<typeof DeploymentTokenSchema> {
  return { ...presentToken(baseUrl, row), User: presentPerson(baseUrl, row.owner) };
}

/** A new token with its text. */
export function presentNewToken(baseUrl: string, created: CreatedToken): Static<typeof NewTokenSchema> {
  const { LastUsed: _never, ...token } = presentToken(baseUrl, created);
  return { ...token, Token: created.token };
}
