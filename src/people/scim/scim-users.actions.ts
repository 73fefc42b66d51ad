/** Adds, changes and removes people for an identity provider (docs/api/scim.md#people). */
import { transaction, type Tx } from '../../platform/db/connection.ts';
import { notFound } from '../../platform/errors.ts';
import { parseEmail } from '../../platform/values/email.ts';
import { displayName } from '../../platform/values/names.ts';
import type { WithSteps } from '../../platform/steps.ts';
import type { Connection } from '../connections/authenticate-connection.ts';
import { lockSiteAdmins } from '../users/users.queries.ts';
import { type UserSteps, addUser } from '../users/users.steps.ts';
import { assertCurrent, assertVersion, recordByConnection, valueOf } from './connection-activity.steps.ts';
import { type Json, type Operation, readBody } from '../scim-protocol/requests.ts';
import { scimError } from '../scim-protocol/scim-errors.ts';
import { findScimUser, lockRemovedUser, markUserRemoved, storeUserLink } from './scim-users.queries.ts';
import { deactivate, inviteByConnection, storeChange } from './scim-users.steps.ts';
import { type ScimUserRow, versionOfUser } from './scim.presenter.ts';
import { type UserDraft, applyOperations, changesActive, readUser } from '../scim-protocol/user-draft.ts';

type ScimDeps = WithSteps<UserSteps>;

const EMPTY: UserDraft = {
  userName: '',
  displayName: null,
  formatted: null,
  givenName: null,
  familyName: null,
  externalId: null,
  active: true,
  emails: null,
};

/**
 * Adds a person, or brings back one whom the connection deleted. 409 uniqueness for an address
 * that is taken in the deployment, whether or not the connection sees who has it.
 */
export async function createScimUser(deps: ScimDeps, connection: Connection, body: unknown): Promise<ScimUserRow> {
  const draft = readUser(EMPTY, readBody(body));
  const { email, name } = { email: readAddress(draft.userName), name: nameOf(draft, null) };
  return transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    const removed = await lockRemovedUser(tx, connection, email);
    if (removed === undefined) return addPerson(tx, deps, connection, { draft, email, name });
    await storeUserLink(tx, connection, removed, draft);
    const before = await read(tx, connection, removed);
    await storeChange(tx, deps, connection, {
      before,
      after: { ...before, email, name, ...linkOf(draft), isDeactivated: !draft.active },
    });
    return read(tx, connection, removed);
  });
}

/** Replaces the attributes of a person. Without `active`, the state stays as it is. */
export async function replaceScimUser(
  deps: ScimDeps,
  connection: Connection,
  target: Target,
  body: unknown,
): Promise<ScimUserRow> {
  const given: Json = readBody(body);
  const change = (row: ScimUserRow) => readUser({ ...EMPTY, active: !row.isDeactivated }, given);
  return changePerson(deps, connection, target, { change, mayDeactivate: !readUser(EMPTY, given).active });
}

/** Applies a PATCH (RFC 7644, section 3.5.2): all operations, or none. */
export async function patchScimUser(
  deps: ScimDeps,
  connection: Connection,
  target: Target,
  operations: Operation[],
): Promise<ScimUserRow> {
  const change = (row: ScimUserRow) => applyOperations(draftOf(row), operations);
  return changePerson(deps, connection, target, { change, mayDeactivate: operations.some(changesActive) });
}

/**
 * Deactivates the person and ends the management by this connection. A program never deletes an account with what it
 * owns, or hands it over. 409 for the last site admin.
 */
export async function deleteScimUser(deps: ScimDeps, connection: Connection, target: Target): Promise<void> {
  await transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    const siteAdmins = await lockSiteAdmins(tx, connection.deploymentId);
    const row = await lockTarget(tx, connection, target);
    if (!row.isDeactivated) await deactivate(tx, connection, row.userId, siteAdmins);
    await markUserRemoved(tx, connection, row.userId, connection.now);
    const details = { deactivated: true, removedByConnection: true };
    const { userId: ofUserId, email: contentName } = row;
    await recordByConnection(tx, connection, { type: 'UserChanged', contentName, details, ofUserId });
  });
}

/** The person of a request; `ifMatch`: the version that the client has seen. */
export type Target = { userId: number | null; ifMatch: string | undefined };

type Change = { change: (row: ScimUserRow) => UserDraft; mayDeactivate: boolean };

async function changePerson(
  deps: ScimDeps,
  connection: Connection,
  target: Target,
  { change, mayDeactivate }: Change,
): Promise<ScimUserRow> {
  return transaction(deps.sql, async (tx) => {
    await assertCurrent(tx, connection);
    // Before other users, as in all changes of roles and states.
    const siteAdmins = mayDeactivate ? await lockSiteAdmins(tx, connection.deploymentId) : new Set<number>();
    const before = await lockTarget(tx, connection, target);
    const draft = change(before);
    const email = draft.userName === before.email ? before.email : readAddress(draft.userName);
    const after = { ...before, ...linkOf(draft), email, name: nameOf(draft, before), isDeactivated: !draft.active };
    await storeChange(tx, deps, connection, { before, after, siteAdmins });
    return read(tx, connection, before.userId);
  });
}

async function addPerson(
  tx: Tx,
  deps: ScimDeps,
  connection: Connection,
  { draft, email, name }: { draft: UserDraft; email: string; name: string },
): Promise<ScimUserRow> {
  const { deploymentId, now } = connection;
  const user = { deploymentId, email, name, isSiteAdmin: false, passwordHash: null, createdBy: null, now };
  const { userId } = await addUser(tx, deps.steps, user);
  await storeUserLink(tx, connection, userId, draft);
  if (!draft.active) await deactivate(tx, connection, userId, new Set());
  else await inviteByConnection(tx, deps, connection, { userId, email, name });
  const details = { userId, isSiteAdmin: false, deactivated: !draft.active };
  await recordByConnection(tx, connection, { type: 'UserCreated', contentName: email, details });
  return read(tx, connection, userId);
}

async function lockTarget(tx: Tx, connection: Connection, { userId, ifMatch }: Target): Promise<ScimUserRow> {
  const row = userId === null ? undefined : await findScimUser(tx, connection, userId, 'change');
  if (row === undefined) throw notFound('user');
  assertVersion(ifMatch, versionOfUser(row));
  return row;
}

async function read(tx: Tx, connection: Connection, userId: number): Promise<ScimUserRow> {
  const row = await findScimUser(tx, connection, userId);
  if (row === undefined) throw new Error('The changed user was not found.');
  return row;
}

function draftOf(row: ScimUserRow): UserDraft {
  const { email: userName, externalId, givenName, familyName, emails, isDeactivated } = row;
  return { ...EMPTY, userName, externalId, givenName, familyName, emails, active: !isDeactivated };
}

function linkOf({ externalId, givenName, familyName, emails }: UserDraft) {
  return { externalId, givenName, familyName, emails };
}

function readAddress(userName: string): string {
  const email = parseEmail(userName);
  if (email === null) throw scimError('invalidValue', 'userName must be an email address.');
  return email;
}

// The parts make up the name only while nobody has chosen another: in the app, or by displayName.
function nameOf(draft: UserDraft, before: ScimUserRow | null): string {
  const explicit = draft.displayName ?? draft.formatted;
  if (explicit !== null) return valueOf('displayName', (parameter) => displayName(explicit, parameter));
  const parts = joined(draft);
  if (before !== null && (parts === '' || joined(before) !== before.name)) return before.name;
  const name = parts === '' ? (draft.userName.split('@', 1)[0] ?? '') : parts;
  return valueOf('name', (parameter) => displayName(name, parameter));
}

function joined({ givenName, familyName }: Pick<UserDraft, 'givenName' | 'familyName'>): string {
  return [givenName, familyName].filter((part) => part !== null).join(' ');
}
