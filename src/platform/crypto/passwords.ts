/** Password hashing with argon2id, on libuv's thread pool, never on the event loop. */
import { hash, verify } from '@node-rs/argon2';

// argon2id (the library's Algorithm 2) at OWASP's second choice: 19 MiB, two passes, one lane.
const COST = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The PHC string to store for a password. */
export async function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST);
}

/**
 * Whether the password is the one that was hashed. With `stored` null (no such account, or none set) it takes as long
 * and is false, so that the time of an answer tells nothing about which accounts exist.
 */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await unmatchable()), password.normalize('NFC'));
  return stored !== null && matches;
}

let unmatchableHash: Promise<string> | undefined;

function unmatchable(): Promise<string> {
  unmatchableHash ??= hashPassword(crypto.randomUUID());
  return unmatchableHash;
}
