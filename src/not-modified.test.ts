import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { makeTask } from '../test/factories/tasks.ts';
import { startApp } from '../test/harness.ts';
import { without } from '../test/parts.ts';
import { sound } from './platform/rendering/media.fixture.ts';
import { numberedPdf } from './platform/rendering/pages.fixture.ts';
import { begin, resultOf } from './insight/reports/reports.fixture.ts';
import { whenReady } from './library/renditions/ready.fixture.ts';

const app = await startApp({ programFolders: (process.env['PATH'] ?? '').split(delimiter) });

/** An address for each route that answers conditions, by its path in the description of the API. */
async function conditionalAddresses() {
  const { admin, ann } = await app.world();
  const library = (await admin.api('POST', '/api/libraries', { LibraryName: 'Office' })).body.LibraryId;
  const folderId = await admin.folder(library, 'Plans');
  // The kind whose media type is that of answers.
  const documentId = await admin.document(folderId, 'plan.json', '{"a": 1}');
  const paperId = await admin.document(folderId, 'paper.pdf', numberedPdf(1));
  const soundId = await admin.document(folderId, 'note.wav', sound('wav', 1, {}));
  const [revision = '', revisionOfPaper = '', revisionOfSound = ''] = await Promise.all(
    [documentId, paperId, soundId].map(async (id) => {
      const [{ RevisionId }] = (await admin.api('GET', `/api/documents/${id}/revisions`)).body;
      return `/api/documents/${id}/revisions/${RevisionId}`;
    }),
  );
  await whenReady(() => admin.api('GET', `/api/documents/${soundId}/playback`));
  const logo = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'image/png' };
  for (const path of ['/api/settings/logo', '/api/users/me/picture'])
    await fetch(new URL(path, app.url), { method: 'PUT', headers, body: new Uint8Array(logo) });
  const taskId = await makeTask(app, admin, ann.email, documentId);
  const share = { AllowView: true, AllowDownload: true };
  const { ShareId: shareId, ReferenceString: reference } = (
    await admin.api('POST', `/api/folders/${folderId}/share`, share)
  ).body;
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
    `${revision}/content`,
    `/api/documents/${documentId}/thumbnail`,
    `/api/documents/${paperId}/rendition?type=pdf`,
    `/api/documents/${paperId}/pages/1/image?width=320`,
    `/api/documents/${soundId}/playback`,
    `${revisionOfPaper}/rendition?type=pdf`,
    `${revisionOfPaper}/pages/1/image?width=320`,
    `${revisionOfSound}/playback`,
    `/api/folders/${folderId}/zip`,
    `/api/folders/zipcontent?folders=${folderId}`,
    '/api/settings/logo',
    `/api/users/${admin.userId}/picture`,
    `/link/${reference}/folders/${folderId}/zip`,
    `/link/${reference}/documents/${documentId}/content?download=true`,
    `/link/${reference}/documents/${documentId}/thumbnail`,
    `/link/${reference}/documents/${paperId}/rendition?type=pdf`,
    `/link/${reference}/documents/${paperId}/pages/1/image?width=320`,
    `/link/${reference}/documents/${soundId}/playback`,
  ];
  const tagged = taggedAddresses({ library, folderId, documentId, shareId, taskId });
  return { admin, addresses, tagged };
}

/** Addresses of things that carry an ETag of their own. */
function taggedAddresses({ library, folderId, documentId, shareId, taskId }: Record<string, number>): string[] {
  return [
    `/api/libraries/${library}`,
    `/api/folders/${folderId}`,
    `/api/folders/${folderId}?embed=f,d`,
    `/api/documents/${documentId}`,
    `/api/documents/${documentId}/tags`,
    `/api/folders/${folderId}/permissions`,
    `/api/folders/${folderId}/shares/${shareId}`,
    `/api/tasks/${taskId}`,
  ];
}

test('304 has neither a body nor headers of one, wherever copies are cached', { skip: without('ffmpeg') }, async () => {
  const { admin, addresses, tagged } = await conditionalAddresses();
  const { body } = await admin.api('GET', '/api/openapi.json');
  type Operation = { responses: Record<string, { content?: object }> };
  // Things that are answered as JSON carry tags too: they are in `tagged`.
  const isContent = (operation?: Operation) =>
    operation?.responses['304'] !== undefined &&
    Object.keys(operation.responses['200']?.content ?? {}).join() !== 'application/json';
  const described = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, operations]) => (isContent(operations['get']) ? path : []),
  );
  assert.equal(addresses.length, described.length, described.join('\n'));
  for (const address of [...addresses, ...tagged]) {
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
