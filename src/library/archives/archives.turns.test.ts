import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { hold, until, untilWaiting } from '../../../test/waiting.ts';

const app = await startApp({}, { own: 'locks whole tables' });
const { ann, bob } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Many');
await addManyDocuments(app, ann, folderId, 10_000);
const large = `/api/folders/${folderId}/zip`;

/** Holds every layout where it begins to read documents; the function that is returned lets them go on. */
const holdLayouts = () => hold(app, (tx) => tx`lock table documents in access exclusive mode`);

/** Runs `send` and resolves once the server has received this many requests. */
async function untilReceived(count: number, send: () => void): Promise<void> {
  let received = 0;
  const note = () => void (received += 1);
  // Concurrent requests look up their credentials together, so the number of statements is not the number of requests.
  subscribe('http.server.request.start', note);
  send();
  await until(async () => received === count);
  unsubscribe('http.server.request.start', note);
}

/** How many statements that read documents the application sends meanwhile. */
async function readsOfDocuments(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(app, work);
  return statements.filter(({ text }) => text.includes('documents')).length;
}

test('one client with many large archives does not delay others', async () => {
  const other = await bob.folder(bob.libraryId, 'Small');
  await bob.document(other, 'a.txt', 'a');
  const goOn = await holdLayouts();
  const hers: Promise<{ status: number }>[] = [];
  await untilReceived(16, () => hers.push(...Array.from({ length: 16 }, () => ann.api('HEAD', large))));
  await untilWaiting(app);
  const his = bob.api('GET', `/api/folders/${other}/zip`);
  await untilWaiting(app, 2);
  // The fifteen others hold no connection, or this would not be answered.
  assert.equal((await ann.api('GET', '/api/users/me')).status, 200);
  const waiting = await app.sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  assert.equal(waiting.length, 2);
  await goOn();
  assert.equal((await his).status, 200);
  for (const { status } of await Promise.all(hers)) assert.equal(status, 200);
});

test('an archive whose clients have left is neither laid out nor logged', async () => {
  const goOn = await holdLayouts();
  const held = ann.api('HEAD', large);
  await untilWaiting(app);
  const leave = new AbortController();
  const headers = { authorization: `Bearer ${ann.token}` };
  const leaving: Promise<unknown>[] = [];
  await untilReceived(5, () =>
    leaving.push(...Array.from({ length: 5 }, () => fetch(new URL(large, app.url), { headers, signal: leave.signal }))),
  );
  leave.abort();
  for (const { status } of await Promise.allSettled(leaving)) assert.equal(status, 'rejected');
  await until(async () => app.logs.filter(({ aborted }) => aborted === true).length === 5);
  // The next request waits behind those that have left.
  const both = await readsOfDocuments(async () => {
    await goOn();
    assert.equal((await held).status, 200);
    assert.equal((await ann.api('HEAD', large)).status, 200);
  });
  const one = await readsOfDocuments(() => ann.api('HEAD', large));
  assert.ok(one > 0 && both <= 2 * one, `${both} ${one}`);
  const [row] = await app.sql`
    select count(*)::int as count from activity
    where activity_type = 'DocumentDownloaded' and deployment_id = ${ann.deploymentId} and user_id = ${ann.userId}`;
  assert.equal(row?.['count'], 0);
});
