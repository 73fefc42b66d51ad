import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinLookups } from './join-lookups.ts';

const bytes = (text: string) => Buffer.from(text);

/** A store of secrets, with the secrets that each statement looked up. Deleting one from `known` revokes it. */
function openStore(...secrets: string[]) {
  const known = new Set(secrets);
  const statements: string[][] = [];
  const find = joinLookups(async (hashes) => {
    statements.push(hashes.map(String));
    return hashes.filter((hash) => known.has(String(hash))).map((secretHash) => ({ secretHash }));
  });
  return { find: async (secret: string) => (await find(bytes(secret)))?.secretHash.toString(), known, statements };
}

test('lookups of one turn of the event loop are one statement, with equal secrets once', async () => {
  const { find, statements } = openStore('a', 'b');
  assert.deepEqual(await Promise.all(['a', 'b', 'x', 'a'].map(find)), ['a', 'b', undefined, 'a']);
  assert.deepEqual(statements, [['a', 'b', 'x']]);
});

test('a secret that was revoked before it is looked up is not found, whatever is looked up beside it', async () => {
  const { find, known, statements } = openStore('a');
  const first = find('a');
  await Promise.resolve();
  known.delete('a');
  assert.equal(await find('a'), undefined);
  assert.equal(await first, undefined);
  assert.equal(statements.length, 1);
});

test('a lookup does not join a statement that was sent', async () => {
  const { find, known, statements } = openStore('a');
  const first = find('a');
  await first;
  known.delete('a');
  assert.equal(await find('a'), undefined);
  assert.equal(statements.length, 2);
});

test('a statement that fails fails its lookups, and no later one', async () => {
  const failures = [new Error('The database is away.')];
  const find = joinLookups(async (hashes) => {
    const failure = failures.pop();
    if (failure !== undefined) throw failure;
    return hashes.map((secretHash) => ({ secretHash }));
  });
  const results = await Promise.allSettled([find(bytes('a')), find(bytes('b'))]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  assert.ok(await find(bytes('a')));
});
