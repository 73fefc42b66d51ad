/**
 * Sends and checks access codes. Both are rate limited by counters in PostgreSQL, for known and unknown recipients
 * alike.
 */
import type { Deps } from '../../platform/deps.ts';
import { withMinimumDuration } from '../../platform/limits/minimum-duration.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { type Tx, transaction } from '../../platform/db/connection.ts';
import { Problem, invalidParameter, tooManyRequests } from '../../platform/errors.ts';
import { emailKey, parseEmail } from '../../platform/values/email.ts';
import { newRecipientKey } from '../../sharing/shares/reference.ts';
import { addJob } from '../../platform/jobs/job.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { type Throttle, hiddenSubject, hit, countHits, refundHit } from '../../platform/limits/throttle.ts';
import { sendCodeJob } from './codes.jobs.ts';
import {
  type Claim,
  type CodeRecipient,
  consumeCode,
  findRecipient,
  issueCode,
  joinRecipients,
} from './codes.queries.ts';
import { CODE_LIFE_MS, isLive, isRightCode } from './codes.ts';
import type { KnownBrowser } from '../visits/cookies.http.ts';
import type { VisitedShare } from '../visits/visits.queries.ts';

const RESEND_MS = 30_000;
const HOUR_MS = 3_600_000;

/**
 * Codes for one recipient requested from one address, and from all. With the lower limit per address, strangers cannot
 * use up the share of others.
 */
const CODES_FROM_ADDRESS = 5;
const CODES_OF_RECIPIENT = 20;

/** Requests for codes from one address in an hour, for any recipients. */
const REQUESTS_OF_ADDRESS = 30;

/** Longer than enqueuing the mail takes. */
const ANSWER_MS = 100;

const ATTEMPTS_A_VISIT = 5;
const ATTEMPTS_AN_ADDRESS = 10;
const ATTEMPTS_A_RECIPIENT = 100;

/**
 * Limits per hour for one link with allowed domains: requests for codes, and wrong codes, from browsers that no recipient has
 * used before. A stranger can invent addresses, so the limits for one recipient do not suffice.
 */
const REQUESTS_OF_LINK = 300;
const ATTEMPTS_OF_LINK = 100;

/**
 * The recipient, identified by the key of a personal link or by an address, and the browser if it has opened the link
 * before. Codes and attempts are counted by `key`.
 */
export type Personal = { share: VisitedShare; key: string; email?: string; browser: KnownBrowser | null };

/** A recipient who claims an address, at a link with allowed domains; 400 if it is not an address. */
export function claimAddress(text: string, share: VisitedShare, browser: KnownBrowser | null): Personal {
  const address = parseEmail(text);
  if (address === null) throw invalidParameter('Email', 'This is not an email address.');
  const email = emailKey(address);
  return { share, key: `email ${email}`, email, browser };
}

function claimOf({ key, email }: Personal): Claim {
  return email === undefined ? { keyHash: hashSecret(key) } : { email };
}

/** Recipients of a share who came by an allowed domain. */
const MAX_JOINED = 1000;

// Undefined if the domain is not allowed. The code proves that the visitor has the address.
async function join(
  tx: Tx,
  secretKey: Buffer,
  { share, email }: Personal,
  deadBefore: Date,
): Promise<CodeRecipient | undefined> {
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? '';
  if (email === undefined || share.allowedDomains?.includes(domain) !== true) return undefined;
  await joinRecipients(tx, share, { email, key: newRecipientKey(secretKey), max: MAX_JOINED, deadBefore });
  return findRecipient(tx, share, { email });
}

/** For opening a personal link: sends a code if none is valid, unless too many were sent within the hour. */
export async function sendFirstCode(deps: Deps, personal: Personal, address: string): Promise<void> {
  const { share, key } = personal;
  const now = deps.clock();
  const recipient = await findRecipient(deps.sql, share, { keyHash: hashSecret(key) });
  if (recipient === undefined || isLive(recipient, now)) return;
  const perHour = hourlyLimits(personal, recipient, networkOf(address));
  if ((await fullFor(deps, perHour, now)) !== null) return;
  await transaction(deps.sql, async (tx) => {
    if (!(await issueCode(tx, { ...share, ...recipient }, { now, deadBefore: before(now, CODE_LIFE_MS) }))) return;
    for (const { throttle } of perHour) await hit(tx, throttle, now);
    await hit(tx, pauseOf(personal, recipient), now);
    await addJob(tx, sendCodeJob, payloadOf(share, recipient, now));
  });
}

/**
 * Sends the code again, the same one while it is valid; returns when it can be requested again. 429 within 30 s of the
 * last code, after 5 codes an hour from the address and 20 from all, after 30 requests an hour from the address for any
 * recipients, and after 300 at the link that name an email address. A browser that the recipient has used before has 5 codes an hour of its own. An unknown key gets the
 * same answers in the same time, and only counts for its address.
 */
export async function sendCodeAgain(
  deps: Deps,
  personal: Personal,
  address: string,
): Promise<{ sentAt: Date; canResendAt: Date }> {
  const { share, email } = personal;
  const now = deps.clock();
  const network = networkOf(address);
  await withMinimumDuration(ANSWER_MS, async () => {
    const recipient = await findRecipient(deps.sql, share, claimOf(personal));
    if (knownId(personal, recipient) === null) await countRequest(deps, personal, network, now);
    // Addresses can be guessed, so unknown ones are counted like known ones; keys cannot.
    const asked = recipient === undefined && email === undefined ? { ...personal, key: network } : personal;
    const perHour = hourlyLimits(asked, recipient, network);
    // First, so that an address that has used up its codes does not delay the recipient.
    const fullMs = await fullFor(deps, perHour, now);
    if (fullMs !== null) throw tooManyCodes(fullMs);
    const last = await hit(deps.sql, pauseOf(asked, recipient), now);
    if (last.hits > 1) throw tooManyRequests('A code was sent a moment ago.', last.resetsInMs / 1000);
    if (recipient === undefined && email === undefined) return;
    for (const { throttle, max } of perHour) {
      const { hits, resetsInMs } = await hit(deps.sql, throttle, now);
      if (hits > max) throw tooManyCodes(resetsInMs);
    }
    const deadBefore = before(now, CODE_LIFE_MS);
    await transaction(deps.sql, async (tx) => {
      const invited = recipient ?? (await join(tx, deps.secretKey, personal, deadBefore));
      if (invited === undefined) return;
      await issueCode(tx, { ...share, ...invited }, { now, deadBefore });
      await addJob(tx, sendCodeJob, payloadOf(share, invited, now));
    });
  });
  return { sentAt: now, canResendAt: new Date(now.getTime() + RESEND_MS) };
}

async function countRequest({ sql }: Deps, { share, email }: Personal, network: string, now: Date): Promise<void> {
  const limits = [
    { throttle: { scope: 'code:requests', subject: network, windowMs: HOUR_MS }, max: REQUESTS_OF_ADDRESS },
  ];
  if (email !== undefined) limits.push(linkLimit('requests', share, REQUESTS_OF_LINK));
  for (const { throttle, max } of limits) {
    const { hits, resetsInMs } = await hit(sql, throttle, now);
    if (hits > max) throw tooManyCodes(resetsInMs);
  }
}

function tooManyCodes(ms: number): Problem {
  return tooManyRequests('Too many codes were requested. Try again later.', ms / 1000);
}

/**
 * The state of the code for a page: its recipient, when it can be sent again, and the attempts left for this browser.
 */
export type CodeState = { recipient: CodeRecipient | undefined; canResendAt: Date | null; triesLeft: number };

/** `visitId`: the key of the browser's attempts, null before its first. */
export async function readCodeState(deps: Deps, personal: Personal, visitId: string | null): Promise<CodeState> {
  const now = deps.clock();
  const recipient = await findRecipient(deps.sql, personal.share, claimOf(personal));
  const browserId = knownId(personal, recipient) ?? visitId;
  const [last, attempts] = await Promise.all([
    countHits(deps.sql, pauseOf(personal, recipient), now),
    browserId === null ? null : countHits(deps.sql, visitLimit(personal.share, browserId).throttle, now),
  ]);
  return {
    recipient,
    canResendAt: last.hits === 0 ? null : new Date(now.getTime() + last.resetsInMs),
    triesLeft: Math.max(0, ATTEMPTS_A_VISIT - (attempts?.hits ?? 0)),
  };
}

/** An entered code. */
export type CodeAttempt = { code: string; visitId: string; address: string };

/**
 * Returns the recipient if the code is theirs and valid, and uses the code up: of two concurrent attempts, one
 * succeeds. Otherwise 403 with `TriesLeft`. 429 after 5 wrong codes from this browser within 10 minutes, 10 from this
 * address within an hour, or 100 for the recipient or for all typed addresses within an hour, even for the correct code. For a browser that the
 * recipient has used before, only its own wrong codes count.
 */
export async function enterCode(deps: Deps, personal: Personal, attempt: CodeAttempt): Promise<CodeRecipient> {
  const { sql, secretKey } = deps;
  const now = deps.clock();
  const recipient = await findRecipient(sql, personal.share, claimOf(personal));
  const limits = attemptLimits(personal, recipient, attempt);
  let triesLeft = ATTEMPTS_A_VISIT;
  // Counted before the code is checked, so that concurrent attempts see each other.
  for (const { throttle, max } of limits) {
    const { hits, resetsInMs } = await hit(sql, throttle, now);
    if (hits > max) throw tooManyRequests('Too many incorrect codes. Try again later.', resetsInMs / 1000);
    triesLeft = Math.min(triesLeft, max - hits);
  }
  const isRight = isRightCode(secretKey, recipient, attempt.code, now);
  if (!isRight || recipient === undefined || !(await consumeCode(sql, personal.share, recipient))) {
    const title = 'The code is incorrect or no longer valid.';
    throw new Problem('/forbidden', title, { more: { TriesLeft: triesLeft } });
  }
  await Promise.all(limits.map(({ throttle }) => refundHit(sql, throttle, now)));
  return recipient;
}

function payloadOf({ deploymentId }: VisitedShare, { recipientId }: CodeRecipient, now: Date) {
  return { deploymentId, recipientId, requestedAt: now.toISOString() };
}

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

type Limit = { throttle: Throttle; max: number };

function attemptLimits(personal: Personal, recipient: CodeRecipient | undefined, attempt: CodeAttempt): Limit[] {
  const { share, key, email } = personal;
  const known = knownId(personal, recipient);
  if (known !== null) return [visitLimit(share, known)];
  return [
    visitLimit(share, attempt.visitId),
    { throttle: throttleOf('address', share, networkOf(attempt.address), HOUR_MS), max: ATTEMPTS_AN_ADDRESS },
    { throttle: throttleOf('recipient', share, key, HOUR_MS), max: ATTEMPTS_A_RECIPIENT },
    // Last, so that attempts beyond the limit of an address do not use it up.
    ...(email === undefined ? [] : [linkLimit('attempts', share, ATTEMPTS_OF_LINK)]),
  ];
}

function linkLimit(what: 'requests' | 'attempts', share: VisitedShare, max: number): Limit {
  return { throttle: throttleOf('link', share, what, HOUR_MS), max };
}

function visitLimit(share: VisitedShare, visitId: string): Limit {
  return { throttle: throttleOf('visit', share, visitId, CODE_LIFE_MS), max: ATTEMPTS_A_VISIT };
}

// Requests by strangers for a personal link do not use up those of its recipient's own browsers.
function hourlyLimits(personal: Personal, recipient: CodeRecipient | undefined, network: string): Limit[] {
  const { share, key } = personal;
  const known = knownId(personal, recipient);
  if (known !== null) return [{ throttle: throttleOf('hour', share, known, HOUR_MS), max: CODES_FROM_ADDRESS }];
  return [
    { throttle: throttleOf('hour', share, `${key} ${network}`, HOUR_MS), max: CODES_FROM_ADDRESS },
    { throttle: throttleOf('hour:all', share, key, HOUR_MS), max: CODES_OF_RECIPIENT },
  ];
}

/** Milliseconds until the first exhausted limit allows more; null if none is exhausted. */
async function fullFor({ sql }: Deps, limits: Limit[], now: Date): Promise<number | null> {
  for (const { throttle, max } of limits) {
    const { hits, resetsInMs } = await countHits(sql, throttle, now);
    if (hits >= max) return resetsInMs;
  }
  return null;
}

function pauseOf(personal: Personal, recipient: CodeRecipient | undefined): Throttle {
  const whose = knownId(personal, recipient) ?? personal.key;
  return throttleOf('lately', personal.share, whose, RESEND_MS);
}

function knownId({ browser }: Personal, recipient: CodeRecipient | undefined): string | null {
  return browser === null || browser.recipientId !== recipient?.recipientId ? null : browser.browserId;
}

function throttleOf(scope: string, { shareId }: VisitedShare, whose: string, windowMs: number): Throttle {
  return { scope: `code:${scope}`, subject: hiddenSubject(`${shareId} ${whose}`), windowMs };
}
