/** Renditions that are made once, cannot be made, are lost, and go with their document. */
import assert from 'node:assert/strict';
import { delimiter } from 'node:path';
import { after, test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { without } from '../../../test/parts.ts';
import type { Person } from '../../../test/world.ts';
import { BlobMissingError } from '../../platform/blobs/store.ts';
import { connect } from '../../platform/db/connection.ts';
import { longPdf, numberedPdf } from '../../platform/rendering/pages.fixture.ts';
import { findPrograms } from '../../platform/rendering/programs.ts';
import { createRenderer } from '../../platform/rendering/renderer.ts';
import { docx, pdfPage } from '../../platform/rendering/samples.fixture.ts';
import { whenReady } from './ready.fixture.ts';
import { sweepPagesJob } from '../../content/renditions/renditions.jobs.ts';
import { ensureRendition, obtainRendition, pdfOf } from '../../content/renditions/renditions.steps.ts';

const PATH = (process.env['PATH'] ?? '').split(delimiter);
const DAY_MS = 86_400_000;
const app = await startApp({ programFolders: PATH });
const bare = await startApp({ programFolders: [] });
const skip = without('soffice');

const otherSql = connect(app.databaseUrl, 2);
const otherRenderer = createRenderer({ programFolders: PATH, hiddenFolders: [] });
const otherProcess = { ...app.deps, sql: otherSql, renderer: otherRenderer };
after(async () => {
  otherRenderer.close();
  await otherSql.end();
});

async function upload(person: Person, name: string, content: string | Buffer) {
  const folderId = await person.folder(person.libraryId, crypto.randomUUID());
  const documentId = await person.document(folderId, name, content);
  const path = `/api/documents/${documentId}`;
  const ask = (rest: string) => person.api('GET', `${path}${rest}`);
  return { path, documentId, ask, get: (rest: string) => whenReady(() => ask(rest)) };
}

const rowsOf = ({ deploymentId }: { deploymentId: number }) =>
  app.sql<{ kind: string; storageKey: string; attempts: number; blobId: number }[]>`
    select kind, storage_key as "storageKey", attempts, blob_id as "blobId" from thumbnails
    where deployment_id = ${deploymentId} order by kind`;

test('requests and processes that need the same PDF at once make it once', { skip }, async () => {
  const { ann, deploymentId } = await app.world();
  const { documentId, get } = await upload(ann, 'a.docx', docx(['Once']));
  const [row] = await app.sql<{ blobId: number }[]>`
    select blob_id as "blobId" from documents where document_id = ${documentId}`;
  const id = pdfOf({ deploymentId, blobId: row?.blobId ?? 0, kind: 'word', isAnnotated: false });
  const [first, second, there] = await Promise.all([
    get('/rendition?type=pdf'),
    get('/rendition?type=pdf'),
    obtainRendition(otherProcess, id, 60_000),
  ]);
  assert.ok(there !== null && there !== 'later' && there.storageKey !== null);
  const etags = [first, second].map(({ headers }) => headers.get('etag'));
  assert.deepEqual(etags, [`"${there.hash}"`, `"${there.hash}"`]);
  assert.deepEqual(
    (await rowsOf({ deploymentId })).map(({ attempts }) => attempts),
    [1],
  );
});

test('after a process exited in the middle, the next request makes the PDF', { skip }, async () => {
  const { ann, deploymentId } = await app.world();
  const { documentId, get } = await upload(ann, 'a.docx', docx(['Again']));
  await app.sql`
    insert into thumbnail_claims (deployment_id, blob_id, kind, size, is_annotated, holder, expires_at)
    select ${deploymentId}, blob_id, 'word pdf', 0, false, gen_random_uuid(), now() + interval '1 second'
    from documents where document_id = ${documentId}`;
  assert.equal((await get('/rendition?type=pdf')).status, 200);
});

test('the background job makes the PDF after the thumbnail', { skip }, async () => {
  const world = await app.world();
  await upload(world.ann, 'a.docx', docx(['Soon']));
  await app.runJobs({ withThumbnails: true });
  assert.deepEqual(
    (await rowsOf(world)).map(({ kind }) => kind),
    ['word', 'word pdf'],
  );
});

test('the comments of a word-processing document are a PDF of their own', { skip }, async () => {
  const { ann } = await app.world();
  const { get } = await upload(ann, 'a.docx', docx(['Text'], 'A comment'));
  const [plain, annotated] = [
    await get('/rendition?type=pdf'),
    await get('/rendition?type=pdf&showNativeFormatAnnotations=true'),
  ];
  assert.deepEqual([plain.status, annotated.status], [200, 200]);
  assert.ok(!plain.text.includes('/Annots') && annotated.text.includes('/Annots'));
});

test('without LibreOffice the answer is 422 and says so; once it is installed, the PDF is made', { skip }, async () => {
  const { ann } = await bare.world();
  const { get } = await upload(ann, 'a.docx', docx(['Text']));
  for (const rest of ['/rendition?type=pdf', '/pages', '/pages/1/image']) {
    const { status, body } = await get(rest);
    assert.deepEqual(
      [status, body.title],
      [422, 'LibreOffice, which renders documents of this kind, is not installed on this server.'],
    );
  }
  Object.assign(bare.deps.renderer.programs, findPrograms(PATH));
  assert.equal((await get('/rendition?type=pdf')).status, 200);
});

test('damaged, encrypted and wrongly named contents are 422', { skip }, async () => {
  const { ann } = await app.world();
  for (const [name, content] of [
    ['a.docx', 'not a document'],
    ['a.pdf', 'not a PDF'],
    ['a.png', 'not an image'],
    ['a.txt', Buffer.from([0, 1, 2, 3])],
  ] as const) {
    const { get } = await upload(ann, name, content);
    const { status, body } = await get('/pages');
    assert.deepEqual([name, status, body.title], [name, 422, 'The content of the document cannot be rendered.']);
  }
});

test('a document whose PDF is too large to be stored is 422, not 202 forever', async () => {
  const { ann, deploymentId } = await app.world();
  const { documentId, ask } = await upload(ann, 'a.docx', 'text');
  await app.sql`
    insert into thumbnails (deployment_id, blob_id, kind, size, is_annotated, attempts, created_at, about)
    select ${deploymentId}, blob_id, 'word pdf', 0, false, 1, now(), '{"count":9,"width":1,"height":1,"isComplete":true}'
    from documents where document_id = ${documentId}`;
  for (const rest of ['/rendition?type=pdf', '/pages', '/pages/1/image']) assert.equal((await ask(rest)).status, 422);
});

test('a document whose conversion exceeded its limits says so, also after the last attempt', async () => {
  const { ann, deploymentId } = await app.world();
  for (const [attempts, retryAt] of [
    [1, new Date(app.clock.now.getTime() + DAY_MS)],
    [3, null],
  ] as const) {
    const { documentId, ask } = await upload(ann, 'a.xlsx', `rows ${attempts}`);
    await app.sql`
      insert into thumbnails (deployment_id, blob_id, kind, size, is_annotated, attempts, retry_at, created_at)
      select ${deploymentId}, blob_id, 'spreadsheet pdf', 0, false, ${attempts}, ${retryAt}, now()
      from documents where document_id = ${documentId}`;
    const { status, body } = await ask('/pages');
    assert.deepEqual([status, body.title], [422, 'The document is too large or too complex to be rendered.']);
  }
});

test('people who cannot read a document get nothing of it', async () => {
  const { ann, bob } = await app.world();
  const { documentId, path } = await upload(ann, 'a.txt', 'text');
  const requests = ['/rendition?type=pdf', '/pages', '/pages/1/image', '/entries'];
  for (const rest of requests) assert.equal((await bob.api('GET', `${path}${rest}`)).status, 403, rest);
  await grant(app, bob, { documentId }, { allow: ['Read'] });
  assert.equal((await bob.api('GET', `${path}/pages`)).status, 200);
  await ann.api('DELETE', path);
  for (const rest of requests) assert.equal((await bob.api('GET', `${path}${rest}`)).status, 404, rest);
});

test('the trash keeps renditions, and a purge removes their bytes', async () => {
  const world = await app.world();
  const { path, get } = await upload(world.admin, 'a.pdf', pdfPage());
  assert.equal((await get('/pages/1/image')).status, 200);
  await world.admin.api('DELETE', path);
  await app.runJobs();
  const [, pages] = await rowsOf(world);
  assert.equal(pages?.kind, 'pdf pages 1');
  await (await app.deps.blobs.open(pages.storageKey)).close();
  assert.equal((await world.admin.api('DELETE', `${path}?purge=true`)).status, 204);
  await app.runJobs();
  assert.equal((await rowsOf(world)).length, 0);
  await assert.rejects(app.deps.blobs.open(pages.storageKey), BlobMissingError);
});

test('lost bytes are made again at the next request', { skip }, async () => {
  const world = await app.world();
  const { ask, get } = await upload(world.ann, 'a.docx', docx(['Lost']));
  for (const rest of ['/pages/1/image', '/rendition?type=pdf']) {
    assert.equal((await get(rest)).status, 200);
    for (const { storageKey } of await rowsOf(world)) await app.deps.blobs.remove(storageKey);
    const lost = await ask(rest);
    assert.deepEqual([lost.status, lost.headers.get('retry-after'), lost.text], [202, '1', ''], rest);
    // A page needs the PDF again, which is lost too.
    assert.equal((await get(rest)).status, 200, rest);
  }
});

test('pages that nobody read for four weeks are deleted with their bytes', async () => {
  const world = await app.world();
  const { get } = await upload(world.ann, 'a.pdf', numberedPdf(3));
  for (const page of [1, 2]) assert.equal((await get(`/pages/${page}/image`)).status, 200);
  const unread = (await rowsOf(world)).find(({ kind }) => kind === 'pdf pages 1');
  app.clock.advance(20 * DAY_MS);
  assert.equal((await get('/pages/2/image')).status, 200);
  app.clock.advance(10 * DAY_MS);
  await sweepPagesJob.run(app.deps, undefined);
  await app.runJobs();
  assert.deepEqual(
    (await rowsOf(world)).map(({ kind }) => kind),
    ['pdf count', 'pdf pages 2'],
  );
  await assert.rejects(app.deps.blobs.open(unread?.storageKey ?? ''), BlobMissingError);
});

test('a document that is purged while it is rendered is 404, and no bytes of it remain', async () => {
  const world = await app.world();
  const { path, documentId } = await upload(world.admin, 'a.pdf', pdfPage());
  const [row] = await app.sql<{ blobId: number }[]>`
    select blob_id as "blobId" from documents where document_id = ${documentId}`;
  const purge = async () => {
    assert.equal((await world.admin.api('DELETE', path)).status, 204);
    assert.equal((await world.admin.api('DELETE', `${path}?purge=true`)).status, 204);
    await app.runJobs();
  };
  let storageKey = '';
  const { renderer } = app.deps;
  const inTurn: typeof renderer.inTurn = (work, options) =>
    renderer.inTurn(
      (render) =>
        work(async (request) => {
          const made = await render(request);
          storageKey = (made.output as { key: string }).key;
          await purge();
          return made;
        }),
      options,
    );
  const { deploymentId } = world;
  const form = { type: 'pages' as const, first: 1, count: 1 };
  const id = { deploymentId, blobId: row?.blobId ?? 0, kind: 'pdf' as const, form, size: 800, isAnnotated: false };
  const purging = { ...app.deps, renderer: { ...renderer, inTurn } };
  await assert.rejects(obtainRendition(purging, id, 60_000), { status: 404 });
  await assert.rejects(app.deps.blobs.open(storageKey), BlobMissingError);
  // A background job has nothing to do then.
  assert.equal(await ensureRendition(app.deps, id), true);
});

test('beyond 10 GiB, the pages of a deployment that were not read for longest are deleted', async () => {
  const [full, other] = [await app.world(), await app.world()];
  for (const world of [full, other]) {
    const { get } = await upload(world.ann, 'a.pdf', numberedPdf(1));
    assert.equal((await get('/pages/1/image')).status, 200);
    await app.sql`
      insert into thumbnails (deployment_id, blob_id, kind, size, is_annotated, storage_key, bytes, sha256, attempts, created_at, read_on)
      select deployment_id, blob_id, 'pdf pages ' || n, 800, false, 'full-' || deployment_id || '-' || n,
        ${world === full ? 4 : 3} * 1024::bigint ^ 3, sha256, 1, created_at, read_on - n
      from thumbnails, generate_series(2, 4) n
      where deployment_id = ${world.deploymentId} and kind = 'pdf pages 1'`;
  }
  await sweepPagesJob.run(app.deps, undefined);
  const kinds = async (world: { deploymentId: number }) => (await rowsOf(world)).map(({ kind }) => kind);
  assert.deepEqual(await kinds(full), ['pdf count', 'pdf pages 1', 'pdf pages 2', 'pdf pages 3']);
  assert.deepEqual(await kinds(other), ['pdf count', 'pdf pages 1', 'pdf pages 2', 'pdf pages 3', 'pdf pages 4']);
});

test('a PDF of 50 000 pages is counted, and its last pages are drawn', async () => {
  const world = await app.world();
  const { get } = await upload(world.ann, 'a.pdf', longPdf(50_000));
  const { status, body } = await get('/pages');
  assert.deepEqual([status, body.PageCount], [200, 50_000]);
  const image = await get('/pages/49999/image?width=320');
  assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/webp']);
  assert.equal((await get('/pages/50001/image')).status, 404);
  assert.deepEqual(
    (await rowsOf(world)).map(({ kind }) => kind),
    ['pdf count', 'pdf pages 49986'],
  );
});
