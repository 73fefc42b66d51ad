import type { Db, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import { type Credentials, maySignIn } from '../credentials/credentials.queries.ts';

/** A passkey as its owner sees it. */
export type PasskeyRow = {
  passkeyId: number;
  name: string;
  rpId: string;
  isBackupEligible: boolean;
  isBackedUp: boolean;
  createdAt: string;
  lastUsedAt: string | null;
};

const columns = (sql: Db) => sql`
  passkey_id as "passkeyId", name, rp_id as "rpId", is_backup_eligible as "isBackupEligible",
  is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`;

/** All passkeys of the user, oldest first. Index: passkeys_user. */
export async function listPasskeys(sql: Db, user: UserKey): Promise<PasskeyRow[]> {
  return sql<PasskeyRow[]>`
    select ${columns(sql)} from passkeys
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} order by passkey_id`;
}

export type CredentialId = { id: Buffer; transports: string[] };

/** The user's credentials of a host, for the browser. Index: passkeys_user. */
export async function listCredentialIds(sql: Db, user: UserKey, rpId: string): Promise<CredentialId[]> {
  return sql<CredentialId[]>`
    select credential_id as id, transports from passkeys
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and rp_id = ${rpId} order by passkey_id`;
}

export type NewPasskey = {
  name: string;
  rpId: string;
  credentialId: Buffer;
  publicKey: Buffer;
  counter: number;
  transports: string[];
  isBackupEligible: boolean;
  isBackedUp: boolean;
  now: Date;
};

/** Undefined if the credential is already registered, by any user. Index: passkeys_credential. */
export async function insertPasskey(tx: Tx, user: UserKey, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { name, rpId, credentialId, publicKey, counter, transports, isBackupEligible, isBackedUp, now } = passkey;
  const [row] = await tx<PasskeyRow[]>`
    insert into passkeys (deployment_id, user_id, name, rp_id, credential_id, public_key, counter, transports,
      is_backup_eligible, is_backed_up, created_at)
    values (${user.deploymentId}, ${user.userId}, ${name}, ${rpId}, ${credentialId}, ${publicKey}, ${counter}, ${transports},
      ${isBackupEligible}, ${isBackedUp}, ${now})
    on conflict (credential_id) do nothing
    returning ${columns(tx)}`;
  return row;
}

/** The renamed passkey with its previous name; undefined if the user does not have it. */
export async function renamePasskey(
  tx: Tx,
  user: UserKey,
  passkeyId: number,
  name: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx<PasskeyRow[]>`
    update passkeys set name = ${name}
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and passkey_id = ${passkeyId}
    returning ${columns(tx)}`;
  return row;
}

/** The name of the deleted passkey; undefined if the user does not have it. */
export async function deletePasskey(tx: Tx, user: UserKey, passkeyId: number): Promise<string | undefined> {
  const [row] = await tx<{ name: string }[]>`
    delete from passkeys
    where deployment_id = ${user.deploymentId} and user_id = ${user.userId} and passkey_id = ${passkeyId}
    returning name`;
  return row?.name;
}

export async function deletePasskeys(tx: Tx, user: UserKey): Promise<void> {
  await tx`delete from passkeys where deployment_id = ${user.deploymentId} and user_id = ${user.userId}`;
}

/** A registered credential with its owner. */
export type Credential = Omit<Credentials, 'passwordHash'> & {
  passkeyId: number;
  passkeyName: string;
  rpId: string;
  publicKey: Buffer;
  counter: number;
  handle: Buffer;
};

/** The credential, if its owner can sign in. Index: passkeys_credential. */
export async function findCredential(sql: Db, credentialId: Buffer): Promise<Credential | undefined> {
  const [row] = await sql<Credential[]>`
    select p.passkey_id as "passkeyId", p.name as "passkeyName", p.rp_id as "rpId", p.public_key as "publicKey", p.counter,
      o.handle, u.deployment_id as "deploymentId", u.user_id as "userId", u.email, u.name, u.is_site_admin as "isSiteAdmin",
      u.created_at as "createdAt"
    from passkeys p
      join passkey_owners o using (deployment_id, user_id)
      join users u using (deployment_id, user_id)
    where p.credential_id = ${credentialId} and ${maySignIn(sql)}`;
  return row;
}

/** Records a use. */
export async function updateUse(
  tx: Tx,
  { deploymentId, passkeyId }: Credential,
  { counter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: Date },
): Promise<void> {
  await tx`
    update passkeys set counter = ${counter}, is_backed_up = ${isBackedUp}, last_used_at = ${now}
    where deployment_id = ${deploymentId} and passkey_id = ${passkeyId}`;
}

/** The user handle that authenticators store instead of an address. `fresh` is stored if there is none yet. */
export async function ensureHandle(sql: Db, user: UserKey, fresh: Buffer): Promise<Buffer> {
  // The update changes nothing; it makes the statement return the existing row.
  const [row] = await sql<{ handle: Buffer }[]>`
    insert into passkey_owners as o (deployment_id, user_id, handle)
    values (${user.deploymentId}, ${user.userId}, ${fresh})
    on conflict (deployment_id, user_id) do update set handle = o.handle
    returning handle`;
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.handle;
}
