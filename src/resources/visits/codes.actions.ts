/** Sending access codes, and trying them. How often is counted in PostgreSQL, for known and unknown recipients alike. */
import type { Deps } from '../../deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { transaction } from '../../platform/db/connection.ts';
import { Problem, tooManyRequests } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { type Throttle, hiddenSubject, hit, hitsOf, takeBack } from '../../platform/throttle.ts';
import { sendCodeJob } from './codes.jobs.ts';
import { type CodeRecipient, findRecipient, issueCode } from './codes.queries.ts';
import { CODE_LIFE_MS, isLive, isRightCode } from './codes.ts';
import type { VisitedShare } from './visits.queries.ts';

const RESEND_MS = 30_000;
const HOUR_MS = 3_600_000;
const CODES_AN_HOUR = 5;
const TRIES_A_VISIT = 5;
const TRIES_AN_HOUR = 25;

/** The recipient that a personal link names by its key. */
export type Personal = { share: VisitedShare; key: string };

/** Of somebody who opens a personal link: sends a code if none is live, unless too many were sent within the hour. */
export async function sendFirstCode(deps: Deps, { share, key }: Personal): Promise<void> {
  const now = deps.clock();
  const recipient = await findRecipient(deps.sql, share, hashSecret(key));
  if (recipient === undefined || isLive(recipient, now)) return;
  const { hits } = await hitsOf(deps.sql, perHour(share, key), now);
  if (hits >= CODES_AN_HOUR) return;
  await transaction(deps.sql, async (tx) => {
    if (!(await issueCode(tx, { ...share, ...recipient }, { now, deadBefore: before(now, CODE_LIFE_MS) }))) return;
    await hit(tx, perHour(share, key), now);
    await hit(tx, lately(share, key), now);
    await addJob(tx, sendCodeJob, payloadOf(share, recipient, now));
  });
}

/**
 * Sends the code again, the same while it lives; returns when that may be asked for again. 429 within 30 s of the last and
 * after 5 codes an hour. For a key that is nobody's the same is done, and nothing sent.
 */
export async function sendCodeAgain(
  deps: Deps,
  { share, key }: Personal,
): Promise<{ sentAt: Date; canResendAt: Date }> {
  const now = deps.clock();
  const last = await hit(deps.sql, lately(share, key), now);
  if (last.hits > 1) throw tooManyRequests('A code was sent a moment ago.', last.resetsInMs / 1000);
  const all = await hit(deps.sql, perHour(share, key), now);
  if (all.hits > CODES_AN_HOUR)
    throw tooManyRequests('Too many codes were sent; try again later.', all.resetsInMs / 1000);
  const recipient = await findRecipient(deps.sql, share, hashSecret(key));
  const { deploymentId } = share;
  const nobody = 0;
  await transaction(deps.sql, async (tx) => {
    const ids = { deploymentId, recipientId: recipient?.recipientId ?? nobody };
    await issueCode(tx, ids, { now, deadBefore: before(now, CODE_LIFE_MS) });
    await addJob(tx, sendCodeJob, payloadOf(share, recipient, now));
  });
  return { sentAt: now, canResendAt: new Date(now.getTime() + RESEND_MS) };
}

/** What a page tells of the code: to whom, when, when again, and how many tries this browser has left. */
export type CodeState = { recipient: CodeRecipient | undefined; canResendAt: Date | null; triesLeft: number };

/** `visitId`: what the browser's tries are counted by, if it has tried before. */
export async function readCodeState(deps: Deps, { share, key }: Personal, visitId: string | null): Promise<CodeState> {
  const now = deps.clock();
  const [recipient, last, tries] = await Promise.all([
    findRecipient(deps.sql, share, hashSecret(key)),
    hitsOf(deps.sql, lately(share, key), now),
    visitId === null ? null : hitsOf(deps.sql, ofVisit(share, visitId), now),
  ]);
  return {
    recipient,
    canResendAt: last.hits === 0 ? null : new Date(now.getTime() + last.resetsInMs),
    triesLeft: Math.max(0, TRIES_A_VISIT - (tries?.hits ?? 0)),
  };
}

/**
 * The recipient, if the code is theirs and good. 403 with `TriesLeft` if not; 429 after 5 wrong codes from this browser
 * within 10 minutes, or 25 for the recipient within an hour: then for the right one too.
 */
export async function tryCode(
  deps: Deps,
  { share, key }: Personal,
  code: string,
  visitId: string,
): Promise<CodeRecipient> {
  const { sql, secretKey } = deps;
  const now = deps.clock();
  // Counted before the code is judged: of many at once, each sees those that came before it.
  const here = await hit(sql, ofVisit(share, visitId), now);
  if (here.hits > TRIES_A_VISIT) throw tooOften(here.resetsInMs);
  const all = await hit(sql, ofRecipient(share, key), now);
  if (all.hits > TRIES_AN_HOUR) throw tooOften(all.resetsInMs);
  const recipient = await findRecipient(sql, share, hashSecret(key));
  if (!isRightCode(secretKey, recipient, code, now) || recipient === undefined) {
    const title = 'The code is wrong, or no longer good.';
    throw new Problem('/forbidden', title, { more: { TriesLeft: TRIES_A_VISIT - here.hits } });
  }
  await Promise.all([takeBack(sql, ofVisit(share, visitId), now), takeBack(sql, ofRecipient(share, key), now)]);
  return recipient;
}

function tooOften(ms: number): Problem {
  return tooManyRequests('That was wrong too often; try again later.', ms / 1000);
}

function payloadOf({ deploymentId }: VisitedShare, recipient: CodeRecipient | undefined, now: Date) {
  return { deploymentId, recipientId: recipient?.recipientId ?? null, requestedAt: now.toISOString() };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

const throttle = (scope: string, { shareId }: VisitedShare, whose: string, windowMs: number): Throttle => {
  return { scope: `code:${scope}`, subject: hiddenSubject(`${shareId} ${whose}`), windowMs };
};
const lately = (share: VisitedShare, key: string) => throttle('lately', share, key, RESEND_MS);
const perHour = (share: VisitedShare, key: string) => throttle('hour', share, key, HOUR_MS);
const ofVisit = (share: VisitedShare, visitId: string) => throttle('visit', share, visitId, CODE_LIFE_MS);
const ofRecipient = (share: VisitedShare, key: string) => throttle('recipient', share, key, HOUR_MS);
