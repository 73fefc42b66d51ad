/** Creates, changes and deletes SCIM connections, for site admins (docs/api/scim.md#connections). */
import type { Static } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { type Db, type Tx, transaction } from '../../platform/db/connection.ts';
import type { RowLock } from '../../platform/db/locks.ts';
import { invalidParameter, notFound, unauthorized } from '../../platform/errors.ts';
import { recordActivity } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { creation } from '../../core/idempotency/idempotency.steps.ts';
import { lockPassword } from '../credentials/credentials.queries.ts';
import { assertFresh, freshSessionOf } from '../credentials/fresh.ts';
import { type GivenPassword, verifyUnlessFresh, wrongCurrentPassword } from '../sessions/current-password.ts';
import { lockSession } from '../sessions/sessions.queries.ts';
import { assertWithin } from '../tokens/tokens.access.ts';
import { newConnectionToken } from './connection-token.ts';
import {
  type ConnectionRow,
  deleteConnectionRow,
  findConnection,
  managesRequiringGroup,
  replaceToken,
  updateConnection,
} from './connections.queries.ts';
import type { ChangeConnectionBody } from './connections.schema.ts';
import { addConnection, connectionName } from './connections.steps.ts';

export type WantedConnection = { name: string; invites: boolean; managesExisting: boolean; given: GivenPassword };

export type CreatedConnection = { row: ConnectionRow; token: string };

/** The limits of a connection's token: it never expires, so a token that expires cannot create one. */
const ENDLESS = { scopes: null, expiresAt: null };

/** The connection with a client's id, or 404. Routes check that the actor is a site admin. */
export async function accessConnection(
  sql: Db,
  { deploymentId }: Pick<Actor, 'deploymentId'>,
  connectionId: number,
  lock?: RowLock,
): Promise<ConnectionRow> {
  const row = await findConnection(sql, deploymentId, connectionId, lock);
  if (row === undefined) throw notFound('connection');
  return row;
}

/** Creates a connection with its token, which is returned only here. 403 without a fresh proof, 409 for a taken name. */
export async function createConnection(deps: Deps, actor: Actor, wanted: WantedConnection): Promise<CreatedConnection> {
  const name = connectionName(wanted.name, 'Name');
  const { deploymentId, userId: createdBy, now } = actor;
  const { invites, managesExisting } = wanted;
  assertWithin(actor, ENDLESS);
  const passwordHash = await verifyUnlessFresh(deps, actor, wanted.given, 'ScimConnectionCreated');
  return creation(deps.sql, actor, async (tx) => {
    await lockProof(tx, actor, passwordHash);
    const added = await addConnection(tx, { deploymentId, name, invites, managesExisting, createdBy, now });
    const details = { connectionId: added.connectionId, invites, managesExisting };
    await recordActivity(tx, actor, { type: 'ScimConnectionCreated', contentName: name.name, details });
    return { row: await accessConnection(tx, actor, added.connectionId), token: added.token };
  });
}

/**
 * Replaces the token, effective at the commit. 403 for API tokens if the connection manages a group that requires a second
 * factor: with the new one they could empty it.
 */
export async function rotateToken(
  deps: Deps,
  actor: Actor,
  connectionId: number,
  given: GivenPassword,
): Promise<CreatedConnection> {
  const { deploymentId, now } = actor;
  assertWithin(actor, ENDLESS);
  const passwordHash = await verifyUnlessFresh(deps, actor, given, 'ScimConnectionChanged');
  return creation(deps.sql, actor, async (tx) => {
    await lockProof(tx, actor, passwordHash);
    const { name: contentName } = await accessConnection(tx, actor, connectionId, 'change');
    if (await managesRequiringGroup(tx, deploymentId, connectionId)) freshSessionOf(actor);
    const token = newConnectionToken();
    await replaceToken(tx, deploymentId, connectionId, { hash: hashSecret(token), now });
    const details = { connectionId, rotated: true };
    await recordActivity(tx, actor, { type: 'ScimConnectionChanged', contentName, details });
    return { row: await accessConnection(tx, actor, connectionId), token };
  });
}

/** 400 for an empty or invalid change, 409 for a taken name. */
export async function changeConnection(
  deps: Deps,
  actor: Actor,
  connectionId: number,
  change: Static<typeof ChangeConnectionBody>,
): Promise<ConnectionRow> {
  const { Name, InvitesPeople, ManagesExisting, IsPaused } = change;
  if ([Name, InvitesPeople, ManagesExisting, IsPaused].every((value) => value === undefined)) {
    throw invalidParameter('body', 'Nothing to change: give Name, InvitesPeople, ManagesExisting or IsPaused.');
  }
  if (ManagesExisting === true) assertFresh(actor);
  return transaction(deps.sql, async (tx) => {
    const before = await accessConnection(tx, actor, connectionId, 'change');
    const name = connectionName(Name ?? before.name, 'Name');
    const invites = InvitesPeople ?? before.invites;
    const managesExisting = ManagesExisting ?? before.managesExisting;
    const isPaused = IsPaused ?? before.isPaused;
    const pausedAt = isPaused ? actor.now : null;
    await updateConnection(tx, actor.deploymentId, connectionId, { name, invites, managesExisting, pausedAt });
    const details = { connectionId, from: before.name, invites, managesExisting, isPaused };
    await recordActivity(tx, actor, { type: 'ScimConnectionChanged', contentName: name.name, details });
    return accessConnection(tx, actor, connectionId);
  });
}

/** Deletes a connection; the people and groups that it managed stay. */
export async function deleteConnection(deps: Deps, actor: Actor, connectionId: number): Promise<void> {
  assertFresh(actor);
  await transaction(deps.sql, async (tx) => {
    const { name: contentName } = await accessConnection(tx, actor, connectionId, 'change');
    await deleteConnectionRow(tx, actor.deploymentId, connectionId);
    await recordActivity(tx, actor, { type: 'ScimConnectionDeleted', contentName, details: { connectionId } });
  });
}

// A change of the password, or the end of the session, must also prevent a token that relies on it.
async function lockProof(tx: Tx, actor: Actor, passwordHash: string | null): Promise<void> {
  const { via } = actor;
  if (passwordHash !== null && !(await lockPassword(tx, actor, passwordHash))) throw wrongCurrentPassword();
  if (via.kind === 'session' && !(await lockSession(tx, actor, via.sessionId))) {
    throw unauthorized('The session has ended; sign in again.');
  }
}
