import { hashSecret, newToken } from '../../platform/crypto/secrets.ts';
import type { Tx } from '../../platform/db/connection.ts';

export type NewToken = {
  deploymentId: number;
  userId: number;
  name: string;
  /** The token that made this one; revoking it revokes this one too. */
  parentTokenId: number | null;
  createdBy: number;
  now: Date;
};

/** Makes an API token. The text is returned this once and never stored. */
export async function addToken(tx: Tx, wanted: NewToken): Promise<{ tokenId: number; token: string }> {
  const token = newToken();
  const [row] = await tx<{ tokenId: number }[]>`
    insert into tokens (deployment_id, user_id, name, token_hash, parent_token_id, created_by, created_at)
    values (${wanted.deploymentId}, ${wanted.userId}, ${wanted.name}, ${hashSecret(token)}, ${wanted.parentTokenId},
      ${wanted.createdBy}, ${wanted.now})
    returning token_id as "tokenId"`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return { tokenId: row.tokenId, token };
}
