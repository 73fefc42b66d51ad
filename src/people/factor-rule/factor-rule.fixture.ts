/** Deployments that require a second factor, for tests. */
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { type SignedInBrowser, signIn } from '../sessions/browser.fixture.ts';
import { applyFactorRuleJob } from './factor-rule.jobs.ts';

export const DAY = 24 * 3_600_000;

/** Changes the settings in a freshly authenticated session. */
export async function setRule(w: World, settings: object): Promise<void> {
  const admin = await signIn(w, w.admin);
  const answer = await admin.api('PATCH', '/api/settings', settings);
  if (answer.status !== 200) throw new Error(answer.text);
}

/** Runs the job that is scheduled each minute. */
export const runMinute = (app: TestApp): Promise<void> => applyFactorRuleJob.run(app.deps, {});

/** The deadline of the person to set up a second factor, and whether the session is limited. */
export async function stateOf(browser: Pick<SignedInBrowser, 'api'>): Promise<[string | null, boolean]> {
  const { body } = await browser.api('GET', '/api/users/me');
  return [body.SecondFactorDue, body.IsLimited];
}

/** A browser whose session can only set up a second factor. */
export async function limitedBrowser(w: World, person: Person): Promise<SignedInBrowser> {
  await setRule(w, { SecondFactor: 'everyone', SecondFactorGraceDays: 0 });
  return signIn(w, person);
}
