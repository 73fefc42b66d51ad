/**
 * Fills a deployment with an office and half a year of its work (decision 0043). Events are planned first and then
 * executed in order of their dates, by the product's own actions with actors at those times.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AppDeps } from '../steps.ts';
import { ensureActivityPartitions } from '../core/activity/activity.queries.ts';
import { generatePassword } from '../core/deployments/generate-password.ts';
import { workingMoment } from './calendar.ts';
import { GUIDES, PEOPLE } from './company.ts';
import { createRandom } from './random.ts';
import { planAsking } from './scenes/asking.ts';
import { planCommenting } from './scenes/commenting.ts';
import { planDays, planReadingOfNews, planTrash } from './scenes/everyday.ts';
import { foundCompany } from './scenes/founding.ts';
import { planOpening, planSharing } from './scenes/sharing.ts';
import { planWriting } from './scenes/writing.ts';
import { type Stage, createStage } from './stage.ts';

const DAYS = 182;
const SEED = 1907;

/** People who can sign in, and counts of created objects. */
export type Filled = {
  people: { email: string; name: string; about: string }[];
  /** The common password. */
  password: string;
  documents: number;
  events: number;
};

/** @param domain the domain of all addresses; none of them may exist yet */
export async function fillDeployment(
  deps: AppDeps,
  { deploymentId, domain, signal }: { deploymentId: number; domain: string; signal: AbortSignal },
): Promise<Filled> {
  const stage = createStage({ deps, deploymentId, domain, random: createRandom(SEED), now: deps.clock() });
  const begin = workingMoment(stage.now, DAYS, stage.random);
  // Each call creates those of three months.
  for (const days of [DAYS, DAYS / 2])
    await ensureActivityPartitions(deps.sql, workingMoment(stage.now, days, stage.random));
  const password = generatePassword();
  await foundCompany(stage, begin, password);
  planWriting(stage, DAYS - 2);
  planOpening(stage);
  planSharing(stage);
  planAsking(stage);
  planTrash(stage);
  planDays(stage, DAYS - 1);
  planReadingOfNews(stage);
  planCommenting(stage);
  const events = await play(stage, signal);
  const people = GUIDES.map(([who, about]) => ({ email: `${who}@${domain}`, name: PEOPLE[who], about }));
  return { people, password, documents: stage.papers.length, events };
}

// An event may plan later events.
async function play({ events }: Stage, signal: AbortSignal): Promise<number> {
  let count = 0;
  const byTime = (one: { at: Date }, other: { at: Date }) => one.at.getTime() - other.at.getTime();
  for (events.sort(byTime); events.length > 0; count += 1) {
    signal.throwIfAborted();
    const event = events.shift();
    const planned = events.length;
    await event?.run(event.at);
    if (events.length > planned) events.sort(byTime);
    if (count % 100 === 0) await nextTurn();
  }
  return count;
}
