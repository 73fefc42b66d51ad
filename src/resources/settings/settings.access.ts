import type { Db } from '../../platform/db/connection.ts';
import { forbidden, invalidParameter } from '../../platform/errors.ts';
import { extensionKey } from '../../platform/names.ts';
import type { Actor } from '../actor.ts';
import { DEFAULT_SETTINGS, type Settings } from './settings.schema.ts';

/** The deployment's settings: what was set, over the defaults. */
export async function readSettings(sql: Db, deploymentId: number): Promise<Settings> {
  const [row] = await sql<{ settings: Partial<Settings> }[]>`
    select settings from deployments where deployment_id = ${deploymentId}`;
  const stored = row?.settings ?? {};
  return {
    ...DEFAULT_SETTINGS,
    ...stored,
    PasswordPolicy: { ...DEFAULT_SETTINGS.PasswordPolicy, ...stored.PasswordPolicy },
    Branding: { ...DEFAULT_SETTINGS.Branding, ...stored.Branding },
  };
}

/** 403 while the Enable Purging setting is off, for site admins too (contract: Trash states). */
export async function assertPurgingEnabled(sql: Db, actor: Actor): Promise<void> {
  const { EnablePurging } = await readSettings(sql, actor.deploymentId);
  if (!EnablePurging) throw forbidden('Purging is switched off in the settings of this deployment.');
}

/** 400 if the settings name the file types that documents may have and this name's is none of them. */
export async function assertFileTypeAllowed(
  sql: Db,
  deploymentId: number,
  name: string,
  parameter: string,
): Promise<void> {
  const { FileTypeWhitelist } = await readSettings(sql, deploymentId);
  if (FileTypeWhitelist === null) return;
  const allowed = FileTypeWhitelist.some(
    (extension) => extensionKey(`x.${extension.replace(/^\./, '')}`) === extensionKey(name),
  );
  if (!allowed) throw invalidParameter(parameter, `Documents of this type are not allowed here: ${name}`);
}
