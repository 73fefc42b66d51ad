/** Settings that protect accounts, and the changes that weaken this protection. */
import type { Tx } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import type { SettingChange, SettingValue } from '../../core/settings/merge-settings.ts';
import { SECOND_FACTOR_RULES } from '../../core/settings/settings.schema.ts';
import { assertFresh, freshSessionOf } from './fresh.ts';

type IsLower = (from: SettingValue, to: SettingValue) => boolean;

const STRENGTHS: readonly SettingValue[] = SECOND_FACTOR_RULES;

const isLess: IsLower = (from, to) => Number(to) < Number(from);
const isMore: IsLower = (from, to) => Number(to) > Number(from);
const isOff: IsLower = (_from, to) => to === false;

const LOWERED: Record<string, IsLower> = {
  SecondFactor: (from, to) => STRENGTHS.indexOf(to) < STRENGTHS.indexOf(from),
  SecondFactorGraceDays: isMore,
  PasswordSignIn: (_from, to) => to === true,
  SessionIdleMinutes: (from, to) => from !== null && (to === null || isMore(from, to)),
  SessionMaxDays: isMore,
  'PasswordPolicy.MinLength': isLess,
  'PasswordPolicy.RequireUppercase': isOff,
  'PasswordPolicy.RequireLowercase': isOff,
  'PasswordPolicy.RequireDigit': isOff,
  'PasswordPolicy.RequireSymbol': isOff,
};

/** API tokens cannot weaken the rule for second factors, because a token does not prove that the person is present. */
const SESSION_ONLY = new Set(['SecondFactor', 'SecondFactorGraceDays']);

/** 403 if a change weakens the protection of accounts without fresh authentication. */
export async function assertFreshToLower(
  _tx: Tx,
  { actor, changes }: { actor: Actor; changes: SettingChange[] },
): Promise<void> {
  const lowered = changes.filter(({ key, from, to }) => LOWERED[key]?.(from, to) === true);
  if (lowered.some(({ key }) => SESSION_ONLY.has(key))) freshSessionOf(actor);
  else if (lowered.length > 0) assertFresh(actor);
}
