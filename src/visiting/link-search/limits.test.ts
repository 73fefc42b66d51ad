/** Limits of searches through links (docs/api/links.md#search). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { type Visitor, referenceOfShare, visitor } from '../visits/visitor.fixture.ts';

const app = await startApp({ trustProxy: true }, { own: 'locks a table and changes counters' });

async function sharedFolder(): Promise<(from?: string) => ReturnType<Visitor['ask']>> {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Shared');
  const somebody = visitor(app, await referenceOfShare(app, await makeShare(app, ann, { folderId })));
  return (from = '192.0.2.1') =>
    somebody.ask('GET', `/folders/${folderId}/search?q=word`, undefined, { 'x-forwarded-for': from });
}

test('an address can send 60 searches a minute through a link, and all addresses 600', async () => {
  const search = await sharedFolder();
  const other = await sharedFolder();
  // As if the last search had been sent this many times.
  const repeat = (times: number) => app.sql`update throttles set hits = hits + ${times} where scope = 'link-searches'`;
  assert.equal((await search()).status, 200);
  await repeat(58);
  assert.equal((await search()).status, 200);
  const refused = await search();
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '60']);
  assert.equal((await search('192.0.2.2')).status, 200);
  await repeat(538);
  assert.equal((await search('192.0.2.3')).status, 200);
  assert.equal((await search('192.0.2.4')).status, 429);
  assert.equal((await other()).status, 200);
  app.clock.advance(60_000);
  assert.equal((await search()).status, 200);
});

test('of many searches through a link one runs, ten wait, and others are told to try again', async () => {
  const search = await sharedFolder();
  const other = await sharedFolder();
  const all: ReturnType<typeof search>[] = [];
  await app.sql.begin(async (tx) => {
    await tx`lock table document_search in access exclusive mode`;
    for (let i = 0; i < 14; i += 1) all.push(search());
    await untilWaiting(app, 1);
    const first = await Promise.race(all);
    assert.deepEqual([first.status, first.headers.get('retry-after')], [429, '1']);
    all.push(other());
    await untilWaiting(app, 2);
  });
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 429).length, 3);
  assert.equal(statuses.filter((status) => status === 200).length, 12);
});
