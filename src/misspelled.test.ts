/** Requests that destroy much refuse names that they do not know (docs/api/conventions.md#unknown-properties). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../test/harness.ts';
import { makeShare } from '../test/factories/shares.ts';

const DAY_MS = 24 * 3_600_000;
const REVOKE = '/api/admin/shares/revoke';
const PURGE = '/api/async/documents/purge-old-documents';
const app = await startApp();

test('a misspelled or empty filter of links revokes none, and no link is counted with it', async () => {
  const { admin, ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  await makeShare(app, ann, { folderId });
  for (const query of [
    'creatorid2=1',
    'Unprotectd=true',
    'outside=',
    'outside=,',
    'outside=%40',
    'outside=;',
    'name=',
    'name=%20',
    'creatorId=',
    'endless=',
  ]) {
    const { status, body } = await admin.api('POST', `${REVOKE}?${query}`, { All: true });
    assert.deepEqual([status, body.type], [400, '/validation_error'], query);
    assert.equal((await admin.api('GET', `/api/admin/shares/count?${query}`)).status, 400, query);
  }
  // The list is shown while a filter is typed.
  for (const query of ['outside=', 'outside=a.test,', 'name=%20', 'Unprotectd=true']) {
    assert.equal((await admin.api('GET', `/api/admin/shares?${query}`)).status, 200, query);
  }
  await app.runJobs();
  assert.deepEqual((await admin.api('GET', '/api/admin/shares/count')).body, { Count: 1 });
  assert.equal((await admin.api('POST', `${REVOKE}?CREATORID=${ann.userId}`, { All: true })).status, 202);
  await app.runJobs();
  assert.deepEqual((await admin.api('GET', '/api/admin/shares/count')).body, { Count: 0 });
});

test('a misspelled dry run purges nothing', async () => {
  const { admin, ann } = await app.world();
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  const documentId = await ann.document(await ann.folder(ann.libraryId, 'Plans'), 'plan.txt');
  app.clock.advance(61 * DAY_MS);
  const body = { PurgeType: 'DateStored', Days: 60 };
  const sent = [
    await admin.api('POST', PURGE, { ...body, DryRn: true }),
    await admin.api('POST', `${PURGE}?DryRun=true`, body),
  ];
  assert.deepEqual(
    sent.map(({ status, body: problem }) => [status, problem.errors[0].instance]),
    [
      [400, 'DryRn'],
      [400, 'DryRun'],
    ],
  );
  await app.runJobs();
  assert.equal((await ann.api('GET', `/api/documents/${documentId}`)).status, 200);
});

test('a misspelled transferTo deletes nobody', async () => {
  const { admin, ann, bob } = await app.world();
  for (const query of [`transferTO2=${bob.userId}`, 'transferTo=']) {
    assert.equal((await admin.api('DELETE', `/api/users/${ann.userId}?${query}`)).status, 400, query);
  }
  assert.equal((await ann.api('GET', '/api/users/me')).status, 200);
  assert.equal((await admin.api('DELETE', `/api/users/${ann.userId}?TransferTo=${bob.userId}`)).status, 204);
});

test('a misspelled note of a seal verifies nothing', async () => {
  const { admin } = await app.world();
  const { status, body } = await admin.api('POST', '/api/async/audit/verification', { NotedSeel: 'x' });
  assert.deepEqual([status, body.errors[0].instance], [400, 'NotedSeel']);
});
