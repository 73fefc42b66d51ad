/** Password hashing with argon2id on libuv's thread pool, never on the event loop. */
import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../errors.ts';
import { limitConcurrency } from '../limits/limit-concurrency.ts';

// argon2id (the library's Algorithm 2) with OWASP's second recommended parameters: 19 MiB, two passes, one lane.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// One hash takes about 40 ms of a core. One at a time per process leaves the other threads to file access and the cores
// to other requests. A full queue takes three seconds.
const WAITING = 64;
const inTurn = limitConcurrency(1, { length: WAITING, refuse: tooManyHashes });

/** The PHC string to store for a password. Throws 503 while too many others wait. */
export async function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST));
}

/**
 * Whether the password matches the hash. If `stored` is null (no such account, or no password), takes as long and
 * returns false, so that timing does not reveal which accounts exist. Throws 503 while too many others wait.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const known = stored ?? (await unmatchable());
  const matches = await inTurn(() => verify(known, password.normalize('NFC')));
  return stored !== null && matches;
}

let unmatchableHash: Promise<string> | undefined;

// Not queued: a refusal would be cached.
function unmatchable(): Promise<string> {
  unmatchableHash ??= hash(crypto.randomUUID(), COST);
  return unmatchableHash;
}

function tooManyHashes(): Problem {
  const title = 'Too many passwords are being checked right now. Try again in a few seconds.';
  return new Problem('/unavailable', title, { headers: { 'retry-after': '3' } });
}
