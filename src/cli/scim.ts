import { systemClock } from '../platform/clock.ts';
import { hashSecret } from '../platform/crypto/secrets.ts';
import { type Sql, type Tx, transaction } from '../platform/db/connection.ts';
import { parseId } from '../platform/values/ids.ts';
import { insertActivity } from '../core/activity/activity.queries.ts';
import type { ActivityType } from '../core/activity/activity-types.ts';
import { newConnectionToken } from '../people/connections/connection-token.ts';
import { deleteConnectionRow, listConnections, replaceToken } from '../people/connections/connections.queries.ts';
import { addConnection, connectionName } from '../people/connections/connections.steps.ts';
import { chooseDeployment, withDatabase } from './database.ts';
import { print, table } from './output.ts';

type NewConnection = {
  name: string;
  deployment?: string;
  invitations: boolean;
  manageExisting: boolean;
  json?: boolean;
};

/** Prints only the new token on standard output. */
export async function createConnection(options: NewConnection): Promise<void> {
  const name = connectionName(options.name, '--name');
  const { invitations: invites, manageExisting: managesExisting } = options;
  const made = await withDatabase(async (sql) => {
    const deploymentId = await chooseDeployment(sql, options.deployment);
    return transaction(sql, async (tx) => {
      const now = systemClock();
      const added = await addConnection(tx, { deploymentId, name, invites, managesExisting, createdBy: null, now });
      const found = { deploymentId, connectionId: added.connectionId, name: name.name };
      await record(tx, found, 'ScimConnectionCreated', { invites, managesExisting });
      return added;
    });
  });
  print(options, { ConnectionId: made.connectionId, Name: name.name, Token: made.token }, [made.token]);
}

export async function listConnectionsCommand(options: { deployment?: string; json?: boolean }): Promise<void> {
  const rows = await withDatabase(async (sql) => listConnections(sql, await chooseDeployment(sql, options.deployment)));
  const shown = rows.map((row) => ({
    ConnectionId: row.connectionId,
    Name: row.name,
    PeopleCount: row.people,
    GroupCount: row.groups,
    IsPaused: row.isPaused,
    LastUsed: row.lastUsedAt,
  }));
  const lines = rows.map((row) => [
    row.connectionId,
    row.name,
    row.people,
    row.groups,
    row.isPaused ? 'paused' : 'active',
    row.lastUsedAt ?? 'never',
  ]);
  print(options, shown, table(['Id', 'Name', 'People', 'Groups', 'State', 'Last used'], lines));
}

/** Replaces the token and prints only the new one on standard output. */
export async function rotateToken(id: string, options: { json?: boolean }): Promise<void> {
  const token = newConnectionToken();
  const { connectionId, name } = await changeConnection(id, async (tx, found) => {
    await replaceToken(tx, found.deploymentId, found.connectionId, { hash: hashSecret(token), now: systemClock() });
    await record(tx, found, 'ScimConnectionChanged', { rotated: true });
  });
  print(options, { ConnectionId: connectionId, Name: name, Token: token }, [token]);
}

/** The people and groups of the connection stay. */
export async function deleteConnection(id: string, options: { json?: boolean }): Promise<void> {
  const { connectionId } = await changeConnection(id, async (tx, found) => {
    await deleteConnectionRow(tx, found.deploymentId, found.connectionId);
    await record(tx, found, 'ScimConnectionDeleted', {});
  });
  print(options, { ConnectionId: connectionId, Deleted: true }, [`connection ${connectionId} is deleted`]);
}

type Found = { deploymentId: number; connectionId: number; name: string };

async function changeConnection(id: string, change: (tx: Tx, found: Found) => Promise<void>): Promise<Found> {
  const connectionId = parseId(id);
  if (connectionId === null) throw new Error(`${id} is not a ConnectionId.`);
  return withDatabase(async (sql: Sql) =>
    transaction(sql, async (tx) => {
      const [found] = await tx<Found[]>`
        select deployment_id as "deploymentId", connection_id as "connectionId", name from scim_connections
        where connection_id = ${connectionId} for update`;
      if (found === undefined) throw new Error(`There is no connection ${id}.`);
      await change(tx, found);
      return found;
    }),
  );
}

async function record(
  tx: Tx,
  { deploymentId, connectionId, name }: Found,
  type: ActivityType,
  details: Record<string, boolean>,
): Promise<void> {
  const who = { deploymentId, userId: null, at: systemClock() };
  await insertActivity(tx, who, { type, contentName: name, details: { connectionId, ...details } });
}
