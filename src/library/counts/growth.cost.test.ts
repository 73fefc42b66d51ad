/** Costs that must not grow with a folder, with the number of groups, or with the deployment. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blocksOf } from '../../../test/blocks.ts';
import { addManyDocuments } from '../../../test/factories/bulk.ts';
import { unscopedGrow } from '../../../test/factories/growth.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { everyPage } from '../../../test/pages.ts';
import { untilWaiting } from '../../../test/waiting.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const w = await app.world();
const { admin, ann, bob } = w;
const DOCUMENTS = 24_000;
const GROUPS = 200;
const { libraryId, bigFolderId, deepFolderId } = await unscopedGrow(app, w, {
  documents: DOCUMENTS,
  groups: GROUPS,
  entries: 9_000,
});
const smallFolderId = await admin.folder(libraryId, 'Small');
await addManyDocuments(app, admin, smallFolderId, 1500);
await grant(app, ann, { libraryId }, { allow: ['Read'] });
await app.sql`vacuum (analyze) documents, permissions`;

const ORDERS = ['name', 'name desc', 'date', 'date desc', 'size', 'size desc'];
const listOf = (folderId: number, query: string) => `/api/folders/${folderId}/documents?${query}`;

for (const orderBy of ORDERS) {
  test(`a page by ${orderBy} reads as many blocks in a folder of 12 000 documents as in one of 1 500`, async () => {
    for (const person of [admin, ann]) {
      const query = `top=100&orderBy=${encodeURIComponent(orderBy)}`;
      const costs = [];
      for (const folderId of [smallFolderId, bigFolderId]) {
        const first = await blocksOf(app, person, listOf(folderId, query));
        const next = /<([^>]+)>/.exec(first.answer.headers.get('link') ?? '')?.[1]?.replace(/^https?:\/\/[^/]+/, '');
        const second = await blocksOf(app, person, next ?? '');
        assert.equal(second.answer.body.length, 100);
        costs.push(first.blocks + second.blocks);
      }
      const [few = 0, many = 0] = costs;
      // The documents of a page are spread over the table; its documents and index levels are all that may come on top.
      assert.ok(many <= few + 2 * 101 + 60, `${few} blocks of 1 500 documents, ${many} of 12 000`);
    }
  });
}

test('a page far down a list reads an index for at most 250 documents, in each direction, and is exact', async () => {
  for (const orderBy of ['name', 'name desc', 'date desc', 'size', 'size desc']) {
    const query = `top=100&orderBy=${encodeURIComponent(orderBy)}`;
    const whole = (await admin.api('GET', listOf(bigFolderId, `orderBy=${encodeURIComponent(orderBy)}`))).body;
    assert.equal(whole.length, DOCUMENTS / 2);
    // The positions of a list are remembered at the second of such requests.
    for (let i = 0; i < 2; i += 1) await admin.api('GET', listOf(bigFolderId, `${query}&skip=6000`));
    for (const skip of [1001, 5999, 6000, 6001, 6249, 6999, 11_950, 12_000]) {
      const { blocks, answer } = await blocksOf(app, admin, listOf(bigFolderId, `${query}&skip=${skip}`));
      assert.deepEqual(answer.body, whole.slice(skip, skip + 100), `${orderBy}, ${skip} skipped`);
      assert.equal(answer.headers.get('x-total-count'), String(DOCUMENTS / 2));
      assert.ok(blocks <= 450, `${blocks} blocks for ${skip} skipped by ${orderBy}`);
    }
  }
});

test('remembered positions are not used after a change, nor for people to whom a document is denied', async () => {
  const page = async (person: typeof admin) => {
    const { body, headers } = await person.api('GET', listOf(bigFolderId, 'top=3&skip=4000'));
    return [body.map((item: { DocumentId: number }) => item.DocumentId), headers.get('x-total-count')];
  };
  const [[first, second, third]] = (await page(admin)) as [number[], string];
  await page(admin);
  const documents = (await admin.api('GET', listOf(bigFolderId, 'top=1'))).body;
  await grant(app, bob, { libraryId }, { allow: ['Read'] });
  await grant(app, bob, { documentId: documents[0].DocumentId }, { deny: ['Read'] });
  assert.deepEqual((await page(bob)).flat().slice(0, 2), [second, third]);
  await admin.api('PATCH', `/api/documents/${third}`, { DocumentName: 'zzz last.txt' });
  const [ids] = await page(admin);
  assert.deepEqual((ids as number[]).slice(0, 2), [first, second]);
  await admin.api('DELETE', `/api/documents/${documents[0].DocumentId}`);
  const [shifted, total] = await page(admin);
  assert.deepEqual([(shifted as number[])[0], total], [second, String(DOCUMENTS / 2 - 1)]);
  await admin.api('PATCH', `/api/documents/${documents[0].DocumentId}/restore`);
});

test('a long list without paging is streamed and equals its pages', async () => {
  const answer = await ann.api('GET', listOf(bigFolderId, 'orderBy=date'));
  assert.equal(answer.headers.get('content-length'), null);
  assert.equal(answer.headers.get('x-total-count'), String(DOCUMENTS / 2));
  const pages = await everyPage(ann, listOf(bigFolderId, 'orderBy=date&top=1000'));
  assert.equal(answer.text, JSON.stringify(pages.flat()));
});

test('a long list whose connection breaks before its first row is 503, and the service goes on', async () => {
  const list = listOf(bigFolderId, 'orderBy=date');
  const answer = await app.sql.begin(async (tx) => {
    await tx`lock table folder_counts in access exclusive mode`;
    const pending = ann.api('GET', list);
    await untilWaiting(app);
    await tx`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    return pending;
  });
  assert.equal(answer.status, 503);
  assert.equal((await ann.api('GET', list)).body.length, DOCUMENTS / 2);
});

test('a long list that gets no turn soon is 503, and those before it are complete', async () => {
  const list = listOf(bigFolderId, 'orderBy=date');
  const [pending, refused] = await app.sql.begin(async (tx) => {
    await tx`lock table folder_counts in access exclusive mode`;
    const first = [ann.api('GET', list), ann.api('GET', list)];
    await untilWaiting(app, 2);
    return [first, await ann.api('GET', list)] as const;
  });
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
  for (const answer of await Promise.all(pending)) assert.equal(answer.body.length, DOCUMENTS / 2);
});

test('a rights check at depth 90 for somebody in 200 groups reads the entries of the path', async () => {
  const { blocks, answer } = await blocksOf(app, bob, `/api/folders/${deepFolderId}`);
  assert.equal(answer.status, 200);
  // A lookup for each folder and group would read 40 000.
  assert.ok(blocks <= 450, `${blocks} blocks`);
});

test('shared items cost a few lookups each, for one group and for 200', async () => {
  const { body } = await bob.api('GET', '/api/users/me/shared');
  const { blocks } = await blocksOf(app, bob, '/api/users/me/shared?top=50');
  assert.ok(body.length > 200, String(body.length));
  assert.ok(blocks <= 20 * body.length + 3 * GROUPS + 3000, `${blocks} blocks for ${body.length} items`);
  const one = await blocksOf(app, ann, '/api/users/me/shared?top=50');
  assert.equal(one.answer.body.length, 1);
  assert.ok(one.blocks <= 60, `${one.blocks} blocks for one item`);
});

test('a search says when it did not reach all names, and reads a bounded number of blocks', async () => {
  for (const [query, isCut] of [
    ['e', true],
    ['re', true],
    ['pdf', true],
    ['23998', false],
    ['zzzz', false],
  ] as const) {
    const { blocks, answer } = await blocksOf(app, ann, `/api/search?top=20&query=${query}`);
    assert.equal(answer.headers.get('x-search-incomplete'), isCut ? 'true' : null, query);
    assert.equal(answer.body.length === 20, isCut, `${answer.body.length} items for ${query}`);
    assert.ok(blocks <= 40_000, `${blocks} blocks for ${query}`);
  }
  const pages = await everyPage<{ Links: { Self: string } }>(ann, '/api/search?top=500&query=re');
  const links = pages.flat().map((item) => item.Links.Self);
  assert.equal(new Set(links).size, links.length);
});
