import type { Db } from '../../platform/db/connection.ts';
import { forbidden, invalidParameter } from '../../platform/errors.ts';
import { extensionKey } from '../../platform/values/names.ts';
import type { Actor } from '../actor.ts';
import { mergeSettings } from './merge-settings.ts';
import { readStoredLook, readStoredSettings } from './settings.queries.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.schema.ts';

/** The deployment's settings with defaults for unset ones. */
export async function readSettings(sql: Db, deploymentId: number): Promise<Settings> {
  return mergeSettings(DEFAULT_SETTINGS, await readStoredSettings(sql, deploymentId));
}

/** The settings, and whether the deployment has a logo. */
export async function readLook(sql: Db, deploymentId: number): Promise<{ settings: Settings; hasLogo: boolean }> {
  const { settings, hasLogo } = await readStoredLook(sql, deploymentId);
  return { settings: mergeSettings(DEFAULT_SETTINGS, settings), hasLogo };
}

/** 403 while the setting EnablePurging is off, for site admins too (docs/api/trash.md#purging). */
export async function assertPurgingEnabled(sql: Db, actor: Pick<Actor, 'deploymentId'>): Promise<void> {
  const { EnablePurging } = await readSettings(sql, actor.deploymentId);
  if (!EnablePurging) throw forbidden('Purging is disabled in the settings of this deployment.');
}

/** 400 if the settings restrict the file types of documents and this name's type is not among them. */
export async function assertFileTypeAllowed(
  sql: Db,
  deploymentId: number,
  name: string,
  parameter: string,
): Promise<void> {
  await assertFileTypesAllowed(sql, deploymentId, [name], parameter);
}

/** The same for many names; the error names the first one that is not allowed. */
export async function assertFileTypesAllowed(
  sql: Db,
  deploymentId: number,
  names: string[],
  parameter: string,
): Promise<void> {
  assertFileTypesAmong((await readSettings(sql, deploymentId)).FileTypeWhitelist, names, parameter);
}

/** Extensions; null: all. */
export type AllowedFileTypes = Settings['FileTypeWhitelist'];

/** The same for file types that the caller has read. */
export function assertFileTypesAmong(fileTypes: AllowedFileTypes, names: string[], parameter: string): void {
  if (fileTypes === null) return;
  const allowed = new Set(fileTypes.map((extension) => extensionKey(`x.${extension.replace(/^\./, '')}`)));
  // An invalid extension must not allow names without an extension.
  allowed.delete('');
  const other = names.find((name) => !allowed.has(extensionKey(name)));
  if (other !== undefined) throw invalidParameter(parameter, `Documents of this type are not allowed here: ${other}`);
}
