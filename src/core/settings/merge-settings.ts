import type { Settings, SettingsUpdate } from './settings.schema.ts';

/** A changed setting; `key` is its path, for example `PasswordPolicy.MinLength`. */
export type SettingChange = { key: string; from: SettingValue; to: SettingValue };
export type SettingValue = string | number | boolean | null | string[];

/** Applies a patch to the settings or to another patch; keys within groups are merged one by one. */
export function mergeSettings(base: Settings, patch: SettingsUpdate): Settings;
export function mergeSettings(base: SettingsUpdate, patch: SettingsUpdate): SettingsUpdate;
export function mergeSettings(base: SettingsUpdate, patch: SettingsUpdate): SettingsUpdate {
  const merged = { ...base, ...patch };
  if (patch.PasswordPolicy !== undefined) merged.PasswordPolicy = { ...base.PasswordPolicy, ...patch.PasswordPolicy };
  if (patch.Branding !== undefined) merged.Branding = { ...base.Branding, ...patch.Branding };
  return merged;
}

/** The differences between two states, key by key. */
export function changesBetween(before: Settings, after: Settings): SettingChange[] {
  const previous = new Map(leaves(before));
  return leaves(after)
    .map(([key, to]) => ({ key, from: previous.get(key) ?? null, to }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to));
}

function leaves(group: object, prefix = ''): [string, SettingValue][] {
  return Object.entries(group).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? leaves(value, `${prefix}${key}.`)
      : [[prefix + key, value as SettingValue] as [string, SettingValue]],
  );
}
