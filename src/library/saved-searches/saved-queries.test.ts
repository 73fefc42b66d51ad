import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { SEARCHES, makeAlert, worldWithFolder } from './alerts.fixture.ts';

const app = await startApp();

test('a query is saved as it was written, everywhere or in a place, and opened, renamed, changed and deleted', async () => {
  const { ann, libraryId, folderId } = await worldWithFolder(app);
  const made = await ann.api('POST', SEARCHES, { SearchName: 'Leases', Q: ' "Lease agreement" type:pdf ' });
  assert.equal(made.status, 201);
  assert.deepEqual(made.body, {
    SavedSearchId: made.body.SavedSearchId,
    SearchName: 'Leases',
    LibraryId: null,
    FolderId: null,
    PlaceName: null,
    Criteria: [],
    Q: '"Lease agreement" type:pdf',
    Alert: false,
    DateCreated: app.clock.now.toISOString(),
  });
  const inFolder = await ann.api('POST', SEARCHES, { SearchName: 'A', Q: 'rent', FolderId: folderId, Alert: true });
  assert.deepEqual([inFolder.body.FolderId, inFolder.body.PlaceName, inFolder.body.Alert], [folderId, 'Leases', true]);
  assert.equal((await ann.api('POST', SEARCHES, { SearchName: 'B', Q: 'a', LibraryId: libraryId })).status, 201);
  const path = `${SEARCHES}/${made.body.SavedSearchId}`;
  assert.deepEqual((await ann.api('GET', path)).body, made.body);
  const changed = await ann.api('PATCH', path, { SearchName: 'Rents', Q: 'rent' });
  assert.deepEqual([changed.status, changed.body], [200, { ...made.body, SearchName: 'Rents', Q: 'rent' }]);
  assert.deepEqual((await ann.api('PATCH', path, {})).body, changed.body);
  assert.equal((await ann.api('PATCH', path, { SearchName: 'a' })).status, 409);
  assert.equal((await ann.api('DELETE', path)).status, 204);
  assert.equal((await ann.api('GET', path)).status, 404);
});

test('a saved query is read by the parser of searches, and refused with what it says', async () => {
  const { w, ann, folderId } = await worldWithFolder(app);
  const save = (body: object) => ann.api('POST', SEARCHES, { SearchName: crypto.randomUUID(), ...body });
  for (const Q of ['modified:soon', 'OR', 'ab*', 'x'.repeat(513), '!!!', 'is:open']) {
    const { status, body } = await save({ Q });
    assert.deepEqual([status, body.errors?.[0]?.instance], [400, 'Q'], Q);
  }
  const criteria = [{ TagTypeId: 1, Value: 'a' }];
  for (const body of [
    {},
    { Q: ' ' },
    { Q: 'a', Criteria: criteria },
    { Criteria: criteria, Alert: true, FolderId: folderId },
  ])
    assert.equal((await save(body)).status, 400, JSON.stringify(body));
  assert.equal((await save({ Q: 'is:starred lease', Alert: true })).status, 400);
  assert.equal((await save({ Q: 'a', FolderId: 999_999 })).status, 404);
  assert.equal((await w.stranger.api('POST', SEARCHES, { SearchName: 'A', Q: 'a', FolderId: folderId })).status, 403);
  assert.equal((await w.other.api('POST', SEARCHES, { SearchName: 'A', Q: 'a', FolderId: folderId })).status, 404);
});

test('nobody else sees or changes a saved query', async () => {
  const { w, ann } = await worldWithFolder(app);
  const id = await makeAlert(ann, 'lease');
  for (const person of [w.admin, w.bob, w.other]) {
    for (const method of ['GET', 'PATCH', 'DELETE'] as const)
      assert.equal((await person.api(method, `${SEARCHES}/${id}`, method === 'PATCH' ? {} : undefined)).status, 404);
  }
});

test('a person has at most 20 alerts even concurrently, and a deployment at most 1000', async () => {
  const { w, ann, bob } = await worldWithFolder(app);
  const ids = await Promise.all(
    Array.from({ length: 22 }, async (_, n) => {
      const body = { SearchName: `S${n}`, Q: 'lease', Alert: n < 11 };
      return (await ann.api('POST', SEARCHES, body)).body.SavedSearchId as number;
    }),
  );
  const answers = await Promise.all(ids.slice(11).map((id) => ann.api('PATCH', `${SEARCHES}/${id}`, { Alert: true })));
  assert.deepEqual(
    answers.map(({ status }) => status).sort((a, b) => a - b),
    [...Array<number>(9).fill(200), 409, 409],
  );
  await app.sql`
    with saved as (
      insert into saved_searches (deployment_id, user_id, name, name_key, criteria, query, created_at)
      select ${w.deploymentId}, ${w.stranger.userId}, n, n, '[]', 'a', now() from generate_series(1, 980) n
      returning deployment_id, saved_search_id
    )
    insert into search_alerts (deployment_id, saved_search_id, since, is_limited, languages)
    select deployment_id, saved_search_id, now(), false, 0 from saved`;
  assert.equal((await bob.api('POST', SEARCHES, { SearchName: 'A', Q: 'a', Alert: true })).status, 409);
  assert.equal((await bob.api('POST', SEARCHES, { SearchName: 'A', Q: 'a' })).status, 201);
});

test('a search by tags gets neither a query nor an alert', async () => {
  const { ann, libraryId, admin } = await worldWithFolder(app);
  const { body: type } = await admin.api('POST', `/api/libraries/${libraryId}/tagtypes`, {
    TagTypeName: 'State',
    DataType: 'String',
  });
  const Criteria = [{ TagTypeId: type.TagTypeId, Value: 'Signed' }];
  const { body } = await ann.api('POST', SEARCHES, { SearchName: 'Tags', LibraryId: libraryId, Criteria });
  const path = `${SEARCHES}/${body.SavedSearchId}`;
  for (const change of [{ Q: 'a' }, { Alert: true }]) assert.equal((await ann.api('PATCH', path, change)).status, 400);
  assert.equal((await ann.api('PATCH', path, { SearchName: 'Signed', Alert: false })).body.SearchName, 'Signed');
});
