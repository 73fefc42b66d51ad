/** Keeps the deadlines of people up to date with the rule for second factors (decision 0113). */
import type { Tx } from '../../platform/db/connection.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { conflict } from '../../platform/errors.ts';
import type { Actor, UserKey } from '../../core/actor.ts';
import type { SettingChange } from '../../core/settings/merge-settings.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { announceRuleJob } from './factor-rule.jobs.ts';
import { findDeadline, insertDeadlines, mustHaveFactor } from './factor-rule.queries.ts';
import { syncDeadlines } from './sync-deadlines.ts';

const RULE_SETTINGS = new Set(['SecondFactor', 'SecondFactorGraceDays', 'PasswordSignIn']);

/** Applies the rule to everybody in the deployment after a change of the rule. A job notifies the people. */
export async function applyFactorRule(tx: Tx, deploymentId: number, now: Date): Promise<void> {
  await syncDeadlines(tx, deploymentId, now);
  await addJob(tx, announceRuleJob, {});
}

/** The same after settings were changed, if the rule is among them. */
export async function applyChangedRule(
  tx: Tx,
  { actor, changes }: { actor: Pick<Actor, 'deploymentId' | 'now'>; changes: SettingChange[] },
): Promise<void> {
  if (changes.some(({ key }) => RULE_SETTINGS.has(key))) await applyFactorRule(tx, actor.deploymentId, actor.now);
}

/** Applies the rule to a user who signs in. Returns the deadline; null: they have a second factor or don't need one. */
export async function applyFactorRuleTo(tx: Tx, { deploymentId, userId }: UserKey, now: Date): Promise<string | null> {
  const rule = await readSettings(tx, deploymentId);
  await insertDeadlines(tx, { deploymentId, userId, rule, now });
  return findDeadline(tx, { deploymentId, userId });
}

/** 409 if the user must have a second factor and removes the last one. */
export async function assertFactorRemovable(tx: Tx, user: UserKey): Promise<void> {
  if (!(await mustHaveFactor(tx, user))) return;
  throw conflict('Two-step verification is required for your account. Add another way before you remove the last one.');
}
