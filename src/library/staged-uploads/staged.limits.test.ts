/** How long uploads are kept, how many and how large they may be, and what clears them up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { finalize, pathOf, portion, sha256, stage } from './staged.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';
import { create as createByTus } from './tus.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const app = await startApp({ maxDocumentBytes: 1000 });
// The sweeper compares the clock with the times of files, which are real.
app.clock.now = new Date();

async function run(job: string): Promise<void> {
  await app.sql`select graphile_worker.add_job(${job})`;
  await app.runJobs();
}

test('after 7 days an upload returns 404, and the job removes it with its bytes', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Expired');
  const before = await storedFiles(app);
  const unfinished = await stage(ann, folderId);
  await portion(app, ann, unfinished, 'unfinished');
  const sealed = await stage(ann, folderId, 'sealed.txt');
  await portion(app, ann, sealed, 'sealed');
  await ann.document(folderId, 'sealed.txt', 'sealed');
  assert.equal((await finalize(ann, folderId, sealed)).status, 409);
  const finished = await stage(ann, folderId);
  await portion(app, ann, finished, 'finished');
  const made = await finalize(ann, folderId, finished);

  app.clock.advance(7 * DAY_MS - 1);
  assert.equal((await portion(app, ann, unfinished, '!')).status, 200);
  await run('expire-uploads');
  assert.equal((await ann.api('HEAD', pathOf(finished))).status, 200);
  app.clock.advance(1);
  for (const reference of [unfinished, sealed, finished]) {
    assert.equal((await portion(app, ann, reference, '!')).status, 404);
    assert.equal((await ann.api('HEAD', pathOf(reference))).status, 404);
    assert.equal((await ann.api('DELETE', pathOf(reference))).status, 404);
    assert.equal((await finalize(ann, folderId, reference)).status, 404);
  }
  await run('expire-uploads');
  await run('expire-uploads');
  assert.equal((await app.sql`select from staged_uploads`).length, 0);
  assert.equal((await storedFiles(app)).length, before.length + 2);
  assert.equal((await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`)).text, 'finished');
});

test('the sweep spares active uploads and the contents of finished ones', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Swept');
  await run('sweep-orphans');
  const reference = await stage(ann, folderId);
  await portion(app, ann, reference, 'begun');
  app.clock.advance(3 * 3_600_000);
  await run('sweep-orphans');
  assert.equal((await portion(app, ann, reference, ' and ended')).status, 200);
  const made = await finalize(ann, folderId, reference);
  app.clock.advance(3 * 3_600_000);
  await run('sweep-orphans');
  assert.equal((await ann.api('GET', `/api/documents/${made.body.DocumentId}/content`)).text, 'begun and ended');
});

test('a user has at most 100 unfinished uploads, also when starting them concurrently', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Many');
  const begin = () => ann.api('POST', `/api/folders/${folderId}/temp?filename=a.txt`);
  const answers = await Promise.all(Array.from({ length: 110 }, begin));
  const begun = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([begun.length, refused.length], [100, 10]);
  const [first] = refused;
  assert.deepEqual(
    [first?.body.type, first?.headers.get('retry-after')],
    ['/too_many_requests', String(7 * 24 * 3600)],
  );
  assert.match(first?.body.title, /GET \/api\/uploads lists/);
  assert.equal((await ann.api('GET', '/api/uploads')).body.length, 100);
  await stage(bob, await bob.folder(bob.libraryId, 'Own'));
  assert.equal((await finalize(ann, folderId, begun[0]?.body)).status, 201);
  assert.equal((await begin()).status, 200);
  assert.equal((await begin()).status, 429);
  assert.equal((await ann.api('DELETE', pathOf(begun[1]?.body))).status, 204);
  assert.equal((await begin()).status, 200);
  app.clock.advance(7 * DAY_MS);
  assert.equal((await begin()).status, 200);
});

test("no document exceeds the operator's limit, by any upload method", async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Large');
  const reference = await stage(ann, folderId);
  assert.equal((await portion(app, ann, reference, Buffer.alloc(600))).status, 200);
  assert.equal((await portion(app, ann, reference, Buffer.alloc(401))).status, 413);
  assert.equal((await portion(app, ann, reference, Buffer.alloc(400))).status, 200);
  assert.equal((await portion(app, ann, reference, 'x')).status, 413);
  assert.equal((await finalize(ann, folderId, reference)).body.Hash, sha256(Buffer.alloc(1000)));
  assert.equal((await ann.upload(folderId, 'small.bin', Buffer.alloc(1001))).status, 413);
  assert.equal((await ann.upload(folderId, 'small.bin', Buffer.alloc(1000, 1))).status, 201);
});

test('the own unfinished uploads are listed, newest first and in pages, and deleted by Links.Self', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Listed');
  const documentId = await ann.document(folderId, 'a.txt');
  const first = await stage(ann, folderId, 'first.txt');
  await portion(app, ann, first, 'begun');
  const { pathname } = new URL(
    (await createByTus(ann, 10, { filename: 'b.txt', documentId })).headers.get('location') ?? '',
  );
  const finished = await stage(ann, folderId, 'finished.txt');
  await portion(app, ann, finished, 'finished');
  await finalize(ann, folderId, finished);
  const { body: list } = await ann.api('GET', '/api/uploads');
  const ExpiresOn = new Date(app.clock.now.getTime() + 7 * DAY_MS).toISOString();
  const common = { DateCreated: app.clock.now.toISOString(), ExpiresOn };
  const second = { Identifier: pathname.split('/').at(-1), FileName: 'b.txt', CurrentSize: 0, Length: 10 };
  const selfOf = (id: string | undefined) => ({ Links: { Self: `http://carrel.test/api/temp/${id ?? ''}` } });
  assert.deepEqual(list, [
    { ...second, FolderId: null, DocumentId: documentId, ...common, ...selfOf(second.Identifier) },
    {
      Identifier: first.Identifier,
      FileName: 'first.txt',
      CurrentSize: 5,
      Length: null,
      FolderId: folderId,
      DocumentId: null,
      ...common,
      ...selfOf(first.Identifier),
    },
  ]);
  const page = await ann.api('GET', '/api/uploads?top=1');
  assert.deepEqual(page.body, [list[0]]);
  const next = new URL(/<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '');
  assert.deepEqual((await ann.api('GET', next.pathname + next.search)).body, [list[1]]);
  const self = new URL(selfOf(first.Identifier).Links.Self).pathname;
  assert.deepEqual((await ann.api('GET', self)).body, list[1]);
  assert.equal((await bob.api('GET', self)).status, 404);
  assert.deepEqual((await bob.api('GET', '/api/uploads')).body, []);
  assert.equal((await ann.api('DELETE', self)).status, 204);
  assert.deepEqual((await ann.api('GET', '/api/uploads')).body, [list[0]]);
  app.clock.advance(7 * DAY_MS);
  assert.deepEqual((await ann.api('GET', '/api/uploads')).body, []);
});
