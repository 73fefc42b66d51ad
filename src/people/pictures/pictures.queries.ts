import type { Db, Tx } from '../../platform/db/connection.ts';
import type { UserKey } from '../../core/actor.ts';
import type { EncodedPicture } from './encode-picture.ts';

export type PictureRow = { png: Buffer; hash: string; version: string | null };

/** A person's picture in one of the stored sizes. */
export async function findPicture(sql: Db, { deploymentId, userId }: UserKey, size: number) {
  const [row] = await sql<PictureRow[]>`
    select p.png, encode(p.sha256, 'hex') as hash, u.picture_version as version
    from user_pictures p join users u using (deployment_id, user_id)
    where p.deployment_id = ${deploymentId} and p.user_id = ${userId} and p.size = ${size}`;
  return row;
}

/** Replaces the picture. The user's row is locked. */
export async function storePicture(
  tx: Tx,
  user: UserKey,
  version: string,
  pictures: (EncodedPicture & { hash: string })[],
): Promise<void> {
  await deletePicture(tx, user);
  const { deploymentId, userId } = user;
  const rows = pictures.map(({ size, png, hash }) => ({
    deployment_id: deploymentId,
    user_id: userId,
    size,
    png,
    sha256: Buffer.from(hash, 'hex'),
  }));
  await tx`insert into user_pictures ${tx(rows)}`;
  await tx`
    update users set picture_version = ${version} where deployment_id = ${deploymentId} and user_id = ${userId}`;
}

/** Deletes the picture, if there is one. */
export async function deletePicture(tx: Tx, { deploymentId, userId }: UserKey): Promise<void> {
  await tx`delete from user_pictures where deployment_id = ${deploymentId} and user_id = ${userId}`;
  await tx`
    update users set picture_version = null
    where deployment_id = ${deploymentId} and user_id = ${userId} and picture_version is not null`;
}
