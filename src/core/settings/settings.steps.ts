import type { Tx } from '../../platform/db/connection.ts';
import { assertBody } from '../../platform/http/request/validation.ts';
import { insertActivity } from '../activity/activity.queries.ts';
import { type SettingChange, changesBetween, mergeSettings } from './merge-settings.ts';
import { lockDeployment, readStoredSettings, storeSettings } from './settings.queries.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsUpdate, SettingsUpdateSchema } from './settings.schema.ts';

/** Parses a patch of settings; 400 for each key that is unknown or has a wrong type. */
export function settingsPatchFrom(value: unknown): SettingsUpdate {
  assertBody(SettingsUpdateSchema, value);
  return value as SettingsUpdate;
}

/** Merges a valid patch into the deployment's settings. Returns all settings and the changes. */
export async function changeSettings(
  tx: Tx,
  deploymentId: number,
  patch: SettingsUpdate,
): Promise<{ settings: Settings; changes: SettingChange[] }> {
  // Concurrent changes are serialized, so that neither overwrites the other with stale values.
  await lockDeployment(tx, deploymentId);
  const stored = await readStoredSettings(tx, deploymentId);
  const wanted = mergeSettings(stored, patch);
  const settings = mergeSettings(DEFAULT_SETTINGS, wanted);
  const changes = changesBetween(mergeSettings(DEFAULT_SETTINGS, stored), settings);
  if (changes.length > 0) await storeSettings(tx, deploymentId, wanted);
  return { settings, changes };
}

/** Records each changed setting. `userId` null: the operator at the command line. */
export async function recordSettingChanges(
  tx: Tx,
  who: { deploymentId: number; userId: number | null; at: Date },
  changes: SettingChange[],
): Promise<void> {
  for (const { key, from, to } of changes) {
    const details = { from: printable(from), to: printable(to) };
    await insertActivity(tx, who, { type: 'SettingChanged', contentName: key, details });
  }
}

function printable(value: SettingChange['to']): Exclude<SettingChange['to'], string[]> {
  return Array.isArray(value) ? value.join(' ') : value;
}
