/** Denials remove documents from results, and neither hide others nor show that they exist. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { addIndexed, addText } from './search.fixture.ts';
import { inTime } from './time-limit.ts';

const app = await startApp();

async function setUp() {
  const { admin, bob } = await app.world();
  const libraryId = await makeLibrary(admin);
  const [open, closed] = [await admin.folder(libraryId, 'Open'), await admin.folder(libraryId, 'Closed')];
  const documentId = await admin.document(open, 'old.txt', 'first');
  await addText(app, admin, documentId, 'quarterly figures');
  await grant(app, bob, { libraryId }, { allow: ['Read'] });
  await grant(app, bob, { folderId: closed }, { deny: ['Read'] });
  return { admin, bob, open, closed };
}

const QUERIES = ['quarterly', 'quarterly type:txt', '"quarterly figures"', 'type:txt figures'];

async function answersOf(person: Person) {
  const answers = [];
  for (const q of QUERIES) {
    const { body, headers } = await person.api('GET', `/api/search?q=${encodeURIComponent(q)}`);
    const facets = (await person.api('GET', `/api/search/facets?q=${encodeURIComponent(q)}`)).body;
    answers.push([q, body, headers.get('x-total-count'), headers.get('x-search-incomplete'), facets]);
  }
  return answers;
}

/** An entry of the person on each of these documents. */
async function enter({ deploymentId, userId }: Person, documentIds: number[], entry: { allow: number; deny: number }) {
  await app.sql`
    insert into permissions (deployment_id, document_id, user_id, allow, deny, created_at)
    select ${deploymentId}, id, ${userId}, ${entry.allow}, ${entry.deny}, ${app.clock.now} from unnest(${documentIds}::bigint[]) id`;
}

test('5 200 denied newer matches change nothing in the answer, and the site admin finds them', async () => {
  const { admin, bob, closed } = await setUp();
  const before = await answersOf(bob);
  await addIndexed(app, admin, closed, { count: 5200, word: 'quarterly', isNamed: true });
  assert.deepEqual(await answersOf(bob), before);
  const { headers } = await admin.api('GET', '/api/search?q=quarterly');
  assert.deepEqual([headers.get('x-total-count'), headers.get('x-search-incomplete')], ['1000', 'true']);
});

test('5 200 documents that are denied one by one change nothing in the answer', async () => {
  const { admin, bob, open } = await setUp();
  const before = await answersOf(bob);
  const ids = await addIndexed(app, admin, open, { count: 5200, word: 'quarterly' });
  await enter(bob, ids, { allow: 0, deny: 1 });
  assert.deepEqual(await answersOf(bob), before);
});

test('an answer is incomplete if more documents were shared one by one than are looked up', async () => {
  const { admin, bob } = await setUp();
  const shared = await admin.folder(await makeLibrary(admin), 'Shared');
  const ids = await addIndexed(app, admin, shared, { count: 2001, word: 'seldom' });
  for (const [documentIds, isIncomplete] of [
    [ids.slice(1), null],
    [ids.slice(0, 1), 'true'],
  ] as const) {
    await enter(bob, documentIds, { allow: 1, deny: 0 });
    const { headers } = await bob.api('GET', '/api/search?q=quarterly');
    assert.deepEqual([headers.get('x-total-count'), headers.get('x-search-incomplete')], ['1', isIncomplete]);
    const { body } = await bob.api('GET', '/api/search/facets?q=quarterly');
    assert.deepEqual([body.Total, body.IsExact], [1, isIncomplete === null]);
  }
});

test('a search that takes too long says so', async () => {
  await assert.rejects(
    inTime(app.sql, (tx) => tx`select pg_sleep(60)`, 20),
    { type: '/unavailable', message: 'The search takes too long. Add words or filters, or search in one folder.' },
  );
});
