import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { startApp } from '../../../test/harness.ts';
import { begin, resultOf } from '../../resources/reports/reports.fixture.ts';

const app = await startApp();

/** An address for each route that answers conditions, by its path in the description of the API. */
async function conditionalAddresses() {
  const { admin, ann } = await app.world();
  const library = (await admin.api('POST', '/api/libraries', { LibraryName: 'Office' })).body.LibraryId;
  const folderId = await admin.folder(library, 'Plans');
  // The kind whose media type is that of answers.
  const documentId = await admin.document(folderId, 'plan.json', '{"a": 1}');
  const [{ RevisionId: revisionId }] = (await admin.api('GET', `/api/documents/${documentId}/revisions`)).body;
  const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'image/png' };
  await fetch(new URL('/api/settings/logo', app.url), { method: 'PUT', headers, body: new Uint8Array(logo) });
  const reports: Record<string, number> = {};
  for (const path of [
    `users/${ann.userId}/admin-report`,
    `documents/${documentId}/activity-report`,
    `libraries/${library}/activity-report`,
    'tasks/task-report',
  ]) {
    reports[path] = await begin(admin, path);
  }
  await app.runJobs({ withThumbnails: true });
  const results = await Promise.all(Object.values(reports).map((jobId) => resultOf(admin, jobId)));
  const addresses = [
    ...results,
    `/api/documents/${documentId}/content`,
    `/api/documents/${documentId}/preview`,
    `/api/documents/${documentId}/revisions/${revisionId}/content`,
    `/api/documents/${documentId}/thumbnail`,
    `/api/folders/${folderId}/zip`,
    `/api/folders/zipcontent?folders=${folderId}`,
    '/api/settings/logo',
  ];
  return { admin, addresses };
}

test('304 has no body and no header of a body, wherever a copy may be good', async () => {
  const { admin, addresses } = await conditionalAddresses();
  const { body } = await admin.api('GET', '/api/openapi.json');
  type Operation = { responses: Record<string, unknown> };
  const described = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) => (operations['get']?.responses['304'] === undefined ? [] : path),
  );
  assert.equal(addresses.length, described.length, described.join('\n'));
  for (const address of addresses) {
    const whole = await admin.api('GET', address);
    assert.equal(whole.status, 200, `${address}: ${whole.text}`);
    const etag = whole.headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, text } = await admin.api(method, address, undefined, { 'if-none-match': etag });
      const of = ['content-type', 'content-length', 'content-disposition', 'etag'].map((name) => headers.get(name));
      assert.deepEqual([status, text, ...of], [304, '', null, null, null, etag], `${method} ${address}`);
    }
    const head = await admin.api('HEAD', address);
    assert.deepEqual(
      [head.status, head.headers.get('content-type'), head.headers.get('content-length')],
      [200, whole.headers.get('content-type'), String(whole.bytes.length)],
      address,
    );
  }
});
