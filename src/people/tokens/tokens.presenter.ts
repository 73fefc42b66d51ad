import type { Static } from 'typebox';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import type { OwnedTokenRow, TokenRow } from './tokens.queries.ts';
import type { DeploymentTokenSchema, NewTokenSchema, RotatedTokenSchema, TokenSchema } from './tokens.schema.ts';
import type { CreatedToken } from './tokens.steps.ts';

/** A token in lists, without its text. */
export function presentToken(baseUrl: string, row: TokenRow): Static<typeof TokenSchema> {
  return {
    TokenId: row.tokenId,
    Name: row.name,
    IsSync: row.isSync,
    DateCreated: row.createdAt,
    CreatedBy: presentPerson(baseUrl, row.createdBy),
    Scopes: row.scopes === null ? null : [...row.scopes],
    ExpiresOn: row.expiresAt,
    LastUsed: row.lastUsedAt,
    LastAddress: row.lastAddress,
    PreviousValidUntil: row.previousValidUntil,
    PreviousLastUsed: row.previousLastUsedAt,
  };
}

/** The same with its owner. */
export function presentOwnedToken(baseUrl: string, row: OwnedTokenRow): Static<typeof DeploymentTokenSchema> {
  return { ...presentToken(baseUrl, row), User: presentPerson(baseUrl, row.owner) };
}

/** A new token with its text. */
export function presentNewToken(baseUrl: string, created: CreatedToken): Static<typeof NewTokenSchema> {
  const {
    LastUsed: _,
    LastAddress: __,
    PreviousValidUntil: ___,
    PreviousLastUsed: ____,
    ...token
  } = presentToken(baseUrl, created);
  return { ...token, Token: created.token };
}

/** A rotated token with its new text. */
export function presentRotatedToken(baseUrl: string, rotated: CreatedToken): Static<typeof RotatedTokenSchema> {
  return { ...presentNewToken(baseUrl, rotated), PreviousValidUntil: rotated.previousValidUntil };
}
