import { systemClock } from '../platform/clock.ts';
import { transaction } from '../platform/db/connection.ts';
import { parseId } from '../platform/values/ids.ts';
import { displayName } from '../platform/values/names.ts';
import { insertActivity } from '../core/activity/activity.queries.ts';
import { addToken, revokeTokenTree } from '../people/tokens/tokens.steps.ts';
import { withDatabase } from './database.ts';
import { print } from './output.ts';
import { findByEmail } from './people.ts';

/** Prints only the new token on standard output. */
export async function createToken(options: {
  email: string;
  name: string;
  deployment?: string;
  sync?: boolean;
  json?: boolean;
}): Promise<void> {
  const name = displayName(options.name, '--name');
  const isSync = options.sync ?? false;
  const made = await withDatabase(async (sql) => {
    const user = await findByEmail(sql, options.email, options.deployment);
    return transaction(sql, async (tx) => {
      const now = systemClock();
      const token = await addToken(tx, { ...user, name, parentTokenId: null, createdBy: user.userId, isSync, now });
      const who = { deploymentId: user.deploymentId, userId: null, at: now };
      await insertActivity(tx, who, { type: 'TokenCreated', contentName: name, details: { userId: user.userId } });
      return token;
    });
  });
  print(options, { TokenId: made.tokenId, Name: name, IsSync: isSync, Token: made.token }, [made.token]);
}

/** Revokes the token and the tokens created with it. */
export async function revokeToken(id: string, options: { json?: boolean }): Promise<void> {
  const tokenId = parseId(id);
  if (tokenId === null) throw new Error(`${id} is not a TokenId.`);
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
