import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import { recordActivity } from '../activity/activity.queries.ts';
import { type Step, type WithSteps, runSteps } from '../../platform/steps.ts';
import type { Actor } from '../actor.ts';
import type { SettingChange } from './merge-settings.ts';
import { encodeLogo } from './logo.ts';
import { storeLogo } from './settings.queries.ts';
import type { Settings, SettingsUpdate } from './settings.schema.ts';
import { changeSettings, recordSettingChanges } from './settings.steps.ts';

export type SettingsSteps = {
  /** Before changes by a person are committed; a step can refuse them. */
  settingsChange: readonly Step<{ actor: Actor; changes: SettingChange[] }>[];
};

/** Merges the patch into the settings and returns all of them. */
export async function patchSettings(
  deps: WithSteps<SettingsSteps>,
  actor: Actor,
  patch: SettingsUpdate,
): Promise<Settings> {
  const { deploymentId, userId, now: at } = actor;
  return transaction(deps.sql, async (tx) => {
    const { settings, changes } = await changeSettings(tx, deploymentId, patch);
    await runSteps(tx, deps.steps.settingsChange, { actor, changes });
    await recordSettingChanges(tx, { deploymentId, userId, at }, changes);
    return settings;
  });
}

/** Replaces the logo with an uploaded image, or removes it (null). 400 if the image cannot be displayed. */
export async function changeLogo(deps: Deps, actor: Actor, image: Buffer | null): Promise<void> {
  const logo = image === null ? null : await encodeLogo(image);
  await transaction(deps.sql, async (tx) => {
    await storeLogo(tx, actor.deploymentId, logo);
    await recordActivity(tx, actor, { type: 'SettingChanged', contentName: 'Logo', details: { set: logo !== null } });
  });
}
