/**
 * Repeatable creates (draft-ietf-httpapi-idempotency-key-header; decision 0061). The transaction of the create locks
 * the key, does its work, and stays open while the answer is serialized; then it stores the answer and commits, and
 * only then is the answer sent. A crash leaves both or neither and releases the key.
 */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';
import { type Db, type Sql, type Tx, transaction } from '../../platform/db/connection.ts';
import { tryTurn } from '../../platform/db/locks.ts';
import { Problem, conflict } from '../../platform/errors.ts';
import { type KeptAnswer, RepeatedAnswer } from '../../platform/http/repeated-answer.ts';
import type { Actor } from '../actor.ts';
import type { Once } from '../once.ts';
import { findKeptAnswer, insertKeptAnswer } from './idempotency.queries.ts';

/** How long an answer can be repeated. */
export const KEPT_MS = 24 * 3_600_000;

/** The transaction of an action that creates something. A plain transaction without a key. */
export async function creation<T>(
  sql: Sql,
  { once }: Actor,
  work: (tx: Tx, attempt: number) => Promise<T>,
  options: { againOn?: string } = {},
): Promise<T> {
  return once === undefined ? transaction(sql, work, options) : creationOnce(sql, once, work, options);
}

async function creationOnce<T>(
  sql: Sql,
  once: Once,
  work: (tx: Tx, attempt: number) => Promise<T>,
  options: { againOn?: string },
): Promise<T> {
  const made = Promise.withResolvers<T>();
  let isMade = false;
  once.committed = transaction(
    sql,
    async (tx, attempt) => {
      // The caller has the result of the first attempt, so the transaction cannot be retried.
      if (isMade) throw busy();
      if (!(await tryTurn(tx, `idempotency:${once.requestHash.toString('hex')}:${once.userId}`))) throw busy();
      await assertNotAnswered(tx, once);
      const result = await work(tx, attempt);
      await tx.settle();
      isMade = true;
      made.resolve(result);
      const answer = await once.answer.promise;
      if (answer === undefined) throw conflict('The answer could not be written.');
      await keepAnswer(tx, once, answer);
    },
    options,
  );
  once.committed.catch(made.reject);
  return made.promise;
}

/**
 * Ends the request if its first answer is stored: with that answer, with 409 if it was secret, or with 422 if the
 * request differs.
 */
export async function assertNotAnswered(sql: Db, once: Once): Promise<void> {
  const kept = await findKeptAnswer(sql, once, new Date(once.now.getTime() - KEPT_MS));
  if (kept === undefined) return;
  if (!kept.fingerprint.equals(fingerprintOf(once))) {
    throw new Problem('/unprocessable_content', 'This Idempotency-Key was used with another request.', {
      detail: 'A key belongs to one request; use a fresh one for another.',
    });
  }
  const body = kept.body === null ? null : openText(answerKey(once), kept.body);
  if (body === null)
    throw conflict('This request was already processed, and its answer contained a secret that is not stored.');
  throw new RepeatedAnswer({ status: kept.status, headers: kept.headers, body });
}

async function keepAnswer(tx: Tx, once: Once, { status, headers, body }: KeptAnswer): Promise<void> {
  const sealed = once.isSecret ? null : sealText(answerKey(once), body);
  const fingerprint = fingerprintOf(once);
  await insertKeptAnswer(tx, once, { fingerprint, status, headers, body: sealed }, once.now);
}

// Keyed, because the request may contain a password that could be guessed from a plain hash.
function fingerprintOf({ secretKey, sent }: Once): Buffer {
  return deriveSecret(secretKey, 'idempotency-fingerprint', Buffer.from(JSON.stringify(sent, sortKeys)));
}

function answerKey({ secretKey, requestHash }: Once): Buffer {
  return deriveSecret(secretKey, 'idempotency-answer', requestHash);
}

// Clients may serialize the same object in different orders.
function sortKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function busy(): Problem {
  return new Problem('/conflict', 'A request with this Idempotency-Key is still being processed.', {
    headers: { 'retry-after': '1' },
  });
}
