import { systemClock } from '../platform/clock.ts';
import { transaction } from '../platform/db/connection.ts';
import { readSettings } from '../core/settings/settings.access.ts';
import { changeSettings, recordSettingChanges, settingsPatchFrom } from '../core/settings/settings.steps.ts';
import { applySessionLimits } from '../people/user-sessions/session-limits.steps.ts';
import { applyChangedRule } from '../people/factor-rule/factor-rule.steps.ts';
import { chooseDeployment, withDatabase } from './database.ts';
import { print } from './output.ts';

type Options = { deployment?: string; json?: boolean };

/** Prints one setting, or all of them as `key = value` lines. */
export async function getSettings(key: string | undefined, options: Options): Promise<void> {
  const settings = await withDatabase(async (sql) =>
    readSettings(sql, await chooseDeployment(sql, options.deployment)),
  );
  const entries = flatten(settings);
  if (key === undefined) {
    print(
      options,
      settings,
      entries.map(([name, value]) => `${name} = ${JSON.stringify(value)}`),
    );
    return;
  }
  const value = pick(settings, key.split('.'));
  if (value === undefined) throw new Error(`There is no setting ${key}; carrel settings get lists them.`);
  print(options, value, [typeof value === 'string' ? value : JSON.stringify(value)]);
}

/** Sets one setting; the value is parsed as JSON, otherwise taken as text. */
export async function setSetting(key: string, text: string, options: Options): Promise<void> {
  const patch = settingsPatchFrom(nest(key.split('.'), parse(text)));
  const settings = await withDatabase(async (sql) => {
    const deploymentId = await chooseDeployment(sql, options.deployment);
    return transaction(sql, async (tx) => {
      const result = await changeSettings(tx, deploymentId, patch);
      const now = systemClock();
      await applySessionLimits(tx, deploymentId, result.changes, now);
      await applyChangedRule(tx, { actor: { deploymentId, now }, changes: result.changes });
      await recordSettingChanges(tx, { deploymentId, userId: null, at: now }, result.changes);
      return result.settings;
    });
  });
  print(options, settings, [`${key} = ${JSON.stringify(pick(settings, key.split('.')))}`]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function nest([key = '', ...rest]: string[], value: unknown): Record<string, unknown> {
  return { [key]: rest.length === 0 ? value : nest(rest, value) };
}

function pick(value: unknown, path: string[]): unknown {
  return path.reduce((inner, key) => (isGroup(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined), value);
}

function flatten(group: object, prefix = ''): [string, unknown][] {
  return Object.entries(group).flatMap(([key, value]) =>
    isGroup(value) ? flatten(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value] satisfies [string, unknown]],
  );
}

function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
