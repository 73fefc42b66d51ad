/** Conversion between settings and fields. */
import type { Settings, SettingsUpdate } from '../../../api/answers.ts';
import { bytesFrom, gigabytesOf } from '../../../ui/format.ts';

/** Each setting by its path, with the kind of its field. */
export const FIELDS = {
  'Branding.Name': 'text',
  'Branding.Color': 'text',
  EnablePurging: 'flag',
  FileTypeWhitelist: 'list',
  MaxLinkExpirationDays: 'number',
  MaxExternalShareDurationDays: 'number',
  MaxUploadBytes: 'size',
  MaxUploadDocuments: 'number',
  MaxMailsPerUserPerDay: 'number',
  SharingAsAService: 'flag',
  NewLinkExperience: 'flag',
  DynamicBranding: 'flag',
  SessionIdleMinutes: 'number',
  SessionMaxDays: 'number',
  SecondFactor: 'choice',
  SecondFactorGraceDays: 'number',
  'PasswordPolicy.MinLength': 'number',
  'PasswordPolicy.RequireUppercase': 'flag',
  'PasswordPolicy.RequireLowercase': 'flag',
  'PasswordPolicy.RequireDigit': 'flag',
  'PasswordPolicy.RequireSymbol': 'flag',
} as const;

export type FieldPath = keyof typeof FIELDS;
export type FieldInput = string | boolean;
/** Field values that are not saved yet. */
export type Draft = Partial<Record<FieldPath, FieldInput>>;
type Value = string | number | boolean | string[] | null;

/** The field value of a setting. */
export function inputOf(settings: Settings, path: FieldPath): FieldInput {
  const value = valueAt(settings, path);
  if (typeof value === 'boolean') return value;
  if (FIELDS[path] === 'size' && typeof value === 'number') return gigabytesOf(value);
  return Array.isArray(value) ? value.join(', ') : String(value ?? '');
}

/** The number of settings that a patch changes. */
export function countOf(patch: SettingsUpdate): number {
  return Object.values<unknown>(patch).reduce<number>(
    (count, value) => count + (isGroup(value) ? Object.keys(value).length : 1),
    0,
  );
}

/** The settings that the draft changes. Other settings are left out, so that changes by other people are kept. */
export function patchOf(settings: Settings, draft: Draft): SettingsUpdate {
  const patch: Record<string, unknown> = {};
  for (const [path, input] of Object.entries(draft) as [FieldPath, FieldInput][]) {
    // The displayed size is rounded, so an untouched field is not a change.
    if (input === inputOf(settings, path)) continue;
    const value = valueFrom(path, input);
    if (JSON.stringify(value) === JSON.stringify(valueAt(settings, path))) continue;
    const [group = '', key] = path.split('.');
    patch[group] = key === undefined ? value : { ...(patch[group] as object | undefined), [key]: value };
  }
  return patch;
}

function valueAt(settings: Settings, path: FieldPath): Value {
  const [group = '', key] = path.split('.');
  const value = (settings as Record<string, unknown>)[group];
  return (key === undefined ? value : (value as Record<string, unknown>)[key]) as Value;
}

// An invalid number is sent unchanged, and the server explains the error.
function valueFrom(path: FieldPath, input: FieldInput): Value {
  if (typeof input === 'boolean') return input;
  const text = input.trim();
  if (FIELDS[path] === 'list') {
    const items = text.split(/[\s,;]+/).filter((item) => item !== '');
    return items.length === 0 ? null : items;
  }
  if (text === '') return null;
  if (FIELDS[path] === 'size') return bytesFrom(text) || text;
  return FIELDS[path] === 'number' && Number.isFinite(Number(text)) ? Number(text) : text;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
