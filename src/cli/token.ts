import { systemClock } from '../platform/clock.ts';
import { type Tx, transaction } from '../platform/db/connection.ts';
import { parseId } from '../platform/values/ids.ts';
import { displayName } from '../platform/values/names.ts';
import { insertActivity } from '../core/activity/activity.queries.ts';
import type { UserKey } from '../core/actor.ts';
import { SCOPES, type Scope, sortedScopes } from '../core/scopes.ts';
import { limitDetails, readExpiry } from '../people/tokens/tokens.access.ts';
import { type LockedToken, listTokens, lockToken } from '../people/tokens/tokens.queries.ts';
import { MAX_OVERLAP_HOURS } from '../people/tokens/tokens.schema.ts';
import { addToken, revokeTokenTree, rotateSecret } from '../people/tokens/tokens.steps.ts';
import { withDatabase } from './database.ts';
import { print, table } from './output.ts';
import { findByEmail } from './people.ts';

const HOUR_MS = 3_600_000;

type NewTokenOptions = {
  email: string;
  name: string;
  deployment?: string;
  sync?: boolean;
  scope?: string[];
  expires?: string;
  json?: boolean;
};

/** Prints only the new token on standard output. */
export async function createToken(options: NewTokenOptions): Promise<void> {
  const name = displayName(options.name, '--name');
  const isSync = options.sync ?? false;
  const now = systemClock();
  const scopes = readScopes(options.scope);
  const expiresAt = readExpires(options.expires, now);
  const made = await withDatabase(async (sql) => {
    const user = await findByEmail(sql, options.email, options.deployment);
    return transaction(sql, async (tx) => {
      const wanted = { ...user, name, parentTokenId: null, createdBy: user.userId, isSync, scopes, expiresAt, now };
      const token = await addToken(tx, wanted);
      const who = { deploymentId: user.deploymentId, userId: null, at: now };
      const details = { userId: user.userId, tokenId: token.tokenId, ...limitDetails({ scopes, expiresAt }) };
      await insertActivity(tx, who, { type: 'TokenCreated', contentName: name, details });
      return token;
    });
  });
  const limits = { Scopes: scopes, ExpiresOn: expiresAt };
  print(options, { TokenId: made.tokenId, Name: name, IsSync: isSync, ...limits, Token: made.token }, [made.token]);
}

/** Lists the tokens of a user without their secrets. */
export async function listTokensCommand(options: {
  email: string;
  deployment?: string;
  json?: boolean;
}): Promise<void> {
  const rows = await withDatabase(async (sql) => {
    const owner = await findByEmail(sql, options.email, options.deployment);
    return listTokens(sql, owner, systemClock(), { after: null, limit: null });
  });
  const shown = rows.map((row) => ({
    TokenId: row.tokenId,
    Name: row.name,
    Scopes: row.scopes,
    ExpiresOn: row.expiresAt,
    LastUsed: row.lastUsedAt,
    LastAddress: row.lastAddress,
    PreviousValidUntil: row.previousValidUntil,
  }));
  const lines = shown.map((row) => [
    row.TokenId,
    row.Name,
    row.Scopes?.join(' ') ?? 'everything',
    row.ExpiresOn ?? 'never',
    row.LastUsed ?? 'never',
    row.LastAddress ?? '',
  ]);
  print(options, shown, table(['Id', 'Name', 'Scopes', 'Expires', 'Last used', 'Last address'], lines));
}

/** Gives a token a new secret and prints only that. The previous one stays valid for `--overlap` hours. */
export async function rotateTokenCommand(id: string, options: { overlap: string; json?: boolean }): Promise<void> {
  const tokenId = readTokenId(id);
  const overlapHours = Number(options.overlap);
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > MAX_OVERLAP_HOURS) {
    throw new Error(`--overlap must be a whole number of hours from 0 to ${MAX_OVERLAP_HOURS}.`);
  }
  const { secret, previousUntil } = await withDatabase((sql) =>
    transaction(sql, async (tx) => {
      const now = systemClock();
      const token = await lockByOperator(tx, tokenId, now);
      const expiresAt = token.expiresAt === null ? null : new Date(token.expiresAt);
      const end = now.getTime() + overlapHours * HOUR_MS;
      const until = new Date(Math.min(end, expiresAt?.getTime() ?? end));
      const rotated = await rotateSecret(tx, token, { expiresAt, previousUntil: until, now });
      const who = { deploymentId: token.deploymentId, userId: null, at: now };
      const details = { userId: token.userId, tokenId, overlapHours };
      await insertActivity(tx, who, { type: 'TokenRotated', contentName: token.name, details });
      return { secret: rotated, previousUntil: until > now ? until : null };
    }),
  );
  print(options, { TokenId: tokenId, Token: secret, PreviousValidUntil: previousUntil }, [secret]);
}

/** Revokes the token and the tokens created with it. */
export async function revokeToken(id: string, options: { json?: boolean }): Promise<void> {
  const tokenId = readTokenId(id);
  await withDatabase((sql) =>
    transaction(sql, async (tx) => {
      const now = systemClock();
      const [token] = await tx<{ deploymentId: number; name: string; revokedAt: string | null }[]>`
        select deployment_id as "deploymentId", name, revoked_at as "revokedAt" from tokens where token_id = ${tokenId}`;
      if (token === undefined || token.revokedAt !== null) throw new Error(`There is no token ${id}.`);
      await revokeTokenTree(tx, token.deploymentId, tokenId, now);
      const who = { deploymentId: token.deploymentId, userId: null, at: now };
      await insertActivity(tx, who, { type: 'TokenRevoked', contentName: token.name, details: { tokenId } });
    }),
  );
  print(options, { TokenId: tokenId, Revoked: true }, [`token ${id} is revoked`]);
}

function readTokenId(id: string): number {
  const tokenId = parseId(id);
  if (tokenId === null) throw new Error(`${id} is not a TokenId.`);
  return tokenId;
}

function readScopes(given: string[] | undefined): Scope[] | null {
  if (given === undefined) return null;
  const unknown = given.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) throw new Error(`There is no scope ${unknown}. Scopes are ${SCOPES.join(', ')}.`);
  return sortedScopes(given as Scope[]);
}

function readExpires(given: string | undefined, now: Date): Date | null {
  try {
    return readExpiry(given, now);
  } catch {
    throw new Error(`--expires ${given ?? ''} must be a future date, such as 2030-12-31, or a time.`);
  }
}

async function lockByOperator(tx: Tx, tokenId: number, now: Date): Promise<LockedToken> {
  const [owner] = await tx<UserKey[]>`
    select deployment_id as "deploymentId", user_id as "userId" from tokens
    where token_id = ${tokenId} and rotated_token_id is null`;
  const token = owner === undefined ? undefined : await lockToken(tx, owner, tokenId, now);
  if (token === undefined) throw new Error(`There is no token ${tokenId}.`);
  return token;
}
