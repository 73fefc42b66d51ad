/** Claims of renditions: held while one is rendered, awaited while another process renders it. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql } from '../../platform/db/connection.ts';
import { type ClaimId, LEASE_MS, claimRendition, isClaimed, releaseClaim, renewClaim } from './claims.queries.ts';

/** A busy machine can pause a process for seconds. */
const RENEW_MS = LEASE_MS / 6;
/** An image takes 50 ms, an office document a second. */
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 200;
const GROWTH = 1.1;

export type Claim = {
  /** Returns false if another process renders it. */
  take(): Promise<boolean>;
  /** Does nothing if it was not taken. */
  release(): Promise<void>;
};

/** A claim that is renewed from `take` to `release`. */
export function createClaim(sql: Sql, id: ClaimId): Claim {
  const holder = randomUUID();
  let timer: NodeJS.Timeout | undefined;
  // Without the database the claim expires, which costs a second rendering at most.
  const ignore = () => {};
  return {
    async take() {
      if (!(await claimRendition(sql, id, holder))) return false;
      timer = setInterval(() => void renewClaim(sql, holder).catch(ignore), RENEW_MS).unref();
      return true;
    },
    async release() {
      if (timer === undefined) return;
      clearInterval(timer);
      await releaseClaim(sql, holder).catch(ignore);
    },
  };
}

/** Waits until another process renders it, at most `ms`. Rejects with the signal's reason. */
export async function waitUntilClaimed(
  sql: Sql,
  id: ClaimId,
  { ms, signal }: { ms: number; signal: AbortSignal },
): Promise<void> {
  const until = performance.now() + ms;
  while (performance.now() < until && !(await isClaimed(sql, id))) {
    await sleep(FIRST_PAUSE_MS, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}

/** Waits until no process renders it. Rejects with the signal's reason. */
export async function waitUntilUnclaimed(sql: Sql, id: ClaimId, signal: AbortSignal): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; await isClaimed(sql, id); pause = Math.min(LAST_PAUSE_MS, pause * GROWTH)) {
    await sleep(pause, undefined, { signal }).catch(() => {});
    signal.throwIfAborted();
  }
}
