/** The settings that match a search, by label, explanation or group. */
import { settingsMessages as t } from '../../../messages/en/admin/settings.ts';
import { FIELDS, type FieldPath } from './settings-form.ts';

/** A setting, or the logo, which is no field of the form. */
export type SettingKey = FieldPath | 'Logo';

export type FoundSetting = { key: SettingKey; label: string; about: string };

const ALL: FoundSetting[] = [
  ...(Object.keys(FIELDS) as FieldPath[]).map((key) => ({
    key,
    label: t.fields[key].label,
    about: t.fields[key].about,
  })),
  { key: 'Logo', label: t.logo.label, about: t.logo.about },
];

/** Matches in labels first. Each word must occur somewhere; nothing for an empty search. */
export function findSettings(typed: string): FoundSetting[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return [];
  const within = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const found = ALL.filter(({ label, about }) => within(`${label} ${about}`));
  return found.toSorted((a, b) => Number(within(b.label)) - Number(within(a.label)));
}

/** The id of the control of a setting. */
export const settingId = (key: SettingKey) => `setting-${key.replace('.', '-')}`;
