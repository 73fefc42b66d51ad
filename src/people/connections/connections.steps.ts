import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { conflict } from '../../platform/errors.ts';
import { displayName, nameKey } from '../../platform/values/names.ts';
import { lockDeployment } from '../../core/settings/settings.queries.ts';
import { newConnectionToken } from './connection-token.ts';
import { type NewConnection, countConnections, insertConnection } from './connections.queries.ts';

/** The most connections of a deployment. */
const MAX_CONNECTIONS = 20;

/** Creates a connection. The token is returned only here and never stored. 409 for a taken name or too many connections. */
export async function addConnection(
  tx: Tx,
  wanted: Omit<NewConnection, 'tokenHash'>,
): Promise<{ connectionId: number; token: string }> {
  await lockDeployment(tx, wanted.deploymentId);
  if ((await countConnections(tx, wanted.deploymentId)) >= MAX_CONNECTIONS) {
    throw conflict(`A deployment can have ${MAX_CONNECTIONS} SCIM connections. Delete one first.`);
  }
  const token = newConnectionToken();
  const connectionId = await insertConnection(tx, { ...wanted, tokenHash: hashSecret(token) });
  return { connectionId, token };
}

export function connectionName(wanted: string, parameter: string): { name: string; nameKey: string } {
  const name = displayName(wanted, parameter);
  return { name, nameKey: nameKey(name) };
}
