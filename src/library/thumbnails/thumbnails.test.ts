import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Answer } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { whenRendered } from '../renditions/ready.fixture.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });

const picture = (width = 600, height = 300, background = '#c00') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

async function upload(person: Person, name: string, content: string | Buffer): Promise<number> {
  return person.document(await person.folder(person.libraryId, crypto.randomUUID()), name, content);
}

type Request = [person: Person, documentId: number, query?: string, headers?: Record<string, string>];

function firstAnswer(...[person, documentId, query = '', headers = {}]: Request): Promise<Answer> {
  return person.api('GET', `/api/documents/${documentId}/thumbnail${query}`, undefined, headers);
}

function thumbnail(...request: Request): Promise<Answer> {
  return whenRendered(() => firstAnswer(...request));
}

async function sizeOf(answer: Answer): Promise<[number, number]> {
  const { width, height, format } = await sharp(answer.bytes).metadata();
  assert.equal(format, 'png');
  return [width, height];
}

test('a thumbnail has at most 256 pixels on the long side, as a PNG that clients cache and revalidate', async () => {
  const { ann } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture());
  const answer = await thumbnail(ann, documentId);
  assert.equal(answer.status, 200);
  assert.deepEqual(await sizeOf(answer), [256, 128]);
  const { headers } = answer;
  assert.equal(headers.get('content-type'), 'image/png');
  assert.equal(headers.get('content-length'), String(answer.bytes.length));
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('etag') ?? '', /^"[0-9a-f]{64}"$/);
  assert.equal(headers.get('last-modified'), null);
});

test('a client with a current copy gets 304; HEAD returns the headers', async () => {
  const { ann } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture());
  const { headers, bytes } = await thumbnail(ann, documentId);
  const etag = headers.get('etag') ?? '';
  const again = await thumbnail(ann, documentId, '', { 'if-none-match': etag });
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
  assert.equal((await thumbnail(ann, documentId, '', { 'if-none-match': '"other"' })).status, 200);
  assert.equal((await thumbnail(ann, documentId, '', { range: 'bytes=0-3' })).bytes.length, bytes.length);
  const head = await ann.api('HEAD', `/api/documents/${documentId}/thumbnail`);
  const values = ['etag', 'content-length', 'content-type', 'cache-control'].map((name) => head.headers.get(name));
  assert.deepEqual(
    [head.status, head.text, ...values],
    [200, '', etag, String(bytes.length), 'image/png', 'private, no-cache'],
  );
});

test('sizes of 64, 128, 256, 512 and 1024 pixels are supported, others return 400', async () => {
  const { ann } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture(1500, 750));
  for (const size of [64, 128, 256, 512, 1024]) {
    assert.deepEqual(await sizeOf(await thumbnail(ann, documentId, `?size=${size}`)), [size, size / 2]);
  }
  for (const size of ['0', '-64', '65', '2048', 'large', '64.5']) {
    const { status, body } = await thumbnail(ann, documentId, `?size=${size}`);
    assert.deepEqual([size, status, body.errors[0].instance], [size, 400, 'size']);
  }
  const { status, body } = await thumbnail(ann, documentId, '?showNativeFormatAnnotations=maybe');
  assert.deepEqual([status, body.errors[0].instance], [400, 'showNativeFormatAnnotations']);
});

test('a small image keeps its size', async () => {
  const { ann } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture(40, 20));
  assert.deepEqual(await sizeOf(await thumbnail(ann, documentId)), [40, 20]);
});

test('unsupported kinds have a default image in the requested size, and no error is logged', async () => {
  const { ann } = await app.world();
  const seen = new Set<string>();
  for (const name of ['a.jpg', 'a.pdf', 'a.docx', 'a.xlsx', 'a.pptx', 'a.mp4', 'a.mp3', 'a.zip', 'a.bin', 'a.txt']) {
    const documentId = await upload(ann, name, Buffer.from([0, 1, 2, 3, 0, 0, 0, 0]));
    const answer = await thumbnail(ann, documentId, '?size=128');
    assert.equal(answer.status, 200);
    assert.deepEqual(await sizeOf(answer), [96, 128]);
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await thumbnail(ann, documentId, '?size=128', { 'if-none-match': etag })).status, 304);
    seen.add(etag);
  }
  assert.equal(seen.size, 10);
});

test('an empty document has the default image', async () => {
  const { ann } = await app.world();
  for (const name of ['a.txt', 'a.png', 'a.mp4']) {
    assert.deepEqual(await sizeOf(await thumbnail(ann, await upload(ann, name, ''))), [192, 256]);
  }
});

test('thumbnails are rendered in the background after an upload, a revision and its restore', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture());
  await ann.revise(documentId, 'a.jpg', await picture(300, 600));
  assert.deepEqual(await rows(deploymentId), []);
  await app.runJobs({ withThumbnails: true });
  const made = await rows(deploymentId);
  assert.deepEqual(
    made.map(({ kind, size, isAnnotated, attempts }) => ({ kind, size, isAnnotated, attempts })),
    Array.from({ length: 2 }, () => ({ kind: 'image', size: 256, isAnnotated: false, attempts: 1 })),
  );
  assert.deepEqual(await sizeOf(await thumbnail(ann, documentId)), [128, 256]);
  const { body } = await ann.api('GET', `/api/documents/${documentId}/revisions`);
  await ann.api('POST', `/api/documents/${documentId}/revisions/${body[1].RevisionId}/restore`);
  assert.deepEqual(await sizeOf(await thumbnail(ann, documentId)), [256, 128]);
  await app.runJobs({ withThumbnails: true });
  assert.deepEqual(await rows(deploymentId), made);
});

test('no thumbnail is enqueued for kinds that cannot be rendered', async () => {
  const { ann } = await app.world();
  const count = async () =>
    Number(
      (await app.sql`select count(*) as n from graphile_worker.jobs where task_identifier = 'thumbnail'`)[0]?.['n'],
    );
  const before = await count();
  await upload(ann, 'a.zip', 'x');
  assert.equal(await count(), before);
  await upload(ann, 'a.txt', 'x');
  assert.equal(await count(), before + 1);
});

test('equal contents are rendered once, but separately for each kind of name', async () => {
  const { ann, bob, deploymentId } = await app.world();
  const csv = 'a,b\n1,2\n';
  const [first, second, third] = [
    await thumbnail(ann, await upload(ann, 'a.csv', csv)),
    await thumbnail(bob, await upload(bob, 'b.CSV', csv)),
    await thumbnail(ann, await upload(ann, 'c.txt', csv)),
  ];
  assert.deepEqual(first.bytes, second.bytes);
  assert.notDeepEqual(first.bytes, third.bytes);
  assert.deepEqual(
    (await rows(deploymentId)).map(({ kind, attempts }) => [kind, attempts]),
    [
      ['spreadsheet', 1],
      ['text', 1],
    ],
  );
});

test('concurrent requests share one rendering', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture(640, 480));
  const answers = await Promise.all(Array.from({ length: 50 }, () => thumbnail(ann, documentId)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1);
  const [row] = await rows(deploymentId);
  assert.equal(row?.attempts, 1);
});

test('a hostile file is attempted once', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.png', 'no picture');
  await thumbnail(ann, documentId);
  await thumbnail(ann, documentId);
  await app.runJobs({ withThumbnails: true });
  const [row, ...others] = await rows(deploymentId);
  assert.deepEqual([row?.storageKey, row?.attempts, row?.retryAt, others], [null, 1, null, []]);
});

test('thumbnails are not recorded as activity', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture());
  const count = async () =>
    Number((await app.sql`select count(*) as n from activity where deployment_id = ${deploymentId}`)[0]?.['n']);
  const before = await count();
  await thumbnail(ann, documentId);
  await app.runJobs({ withThumbnails: true });
  assert.equal(await count(), before);
});

test('items in the trash have no thumbnail; purging removes the bytes of all thumbnails', async () => {
  const { ann, admin, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture(700, 700));
  await thumbnail(ann, documentId);
  await thumbnail(ann, documentId, '?size=512');
  const keys = (await rows(deploymentId)).map(({ storageKey }) => storageKey);
  assert.equal(keys.length, 2);
  for (const key of keys) assert.ok(await isStored(key));
  await ann.api('DELETE', `/api/documents/${documentId}`);
  assert.equal((await thumbnail(ann, documentId)).status, 404);
  await admin.api('PATCH', '/api/settings', { EnablePurging: true });
  assert.equal((await ann.api('DELETE', `/api/documents/${documentId}?purge=true`)).status, 204);
  await app.runJobs();
  assert.deepEqual(await rows(deploymentId), []);
  for (const key of keys) assert.ok(!(await isStored(key)));
});

test('the sweep of orphans spares thumbnails', async () => {
  const { ann, deploymentId } = await app.world();
  await thumbnail(ann, await upload(ann, 'a.jpg', await picture(70, 70)));
  const [row] = await rows(deploymentId);
  app.clock.advance(3 * 3_600_000);
  await app.sql`select graphile_worker.add_job('sweep-orphans')`;
  await app.runJobs();
  assert.ok(await isStored(row?.storageKey));
});

test('a thumbnail whose bytes are lost is rendered again', async () => {
  const { ann, deploymentId } = await app.world();
  const documentId = await upload(ann, 'a.jpg', await picture(640, 320));
  await thumbnail(ann, documentId);
  const [row] = await rows(deploymentId);
  await app.deps.blobs.remove(row?.storageKey ?? '');
  const meanwhile = await firstAnswer(ann, documentId);
  assert.deepEqual(
    [meanwhile.status, meanwhile.headers.get('cache-control'), meanwhile.headers.get('etag')],
    [200, 'no-store', null],
  );
  assert.deepEqual(await sizeOf(await thumbnail(ann, documentId)), [256, 128]);
});

async function isStored(key: string | null | undefined): Promise<boolean> {
  return (await storedFiles(app)).some((path) => path.endsWith(String(key)));
}

test('a truncated thumbnail is detected and rendered again', async () => {
  const { ann, deploymentId } = await app.world();
  const noise = { data: randomBytes(3 * 512 * 512), raw: { width: 512, height: 512, channels: 3 } } as const;
  const documentId = await upload(ann, 'a.png', await sharp(noise.data, { raw: noise.raw }).png().toBuffer());
  // On both sides of what is read as one piece.
  for (const size of [64, 512]) {
    const query = `?size=${size}`;
    const whole = await thumbnail(ann, documentId, query);
    const row = (await rows(deploymentId)).find((found) => found.size === size);
    await truncate(join(app.dataDir, 'blobs', row?.storageKey ?? ''), 5000);
    const cut = await firstAnswer(ann, documentId, query).catch((error: Error) => error);
    if (!(cut instanceof Error)) assert.deepEqual([cut.status, cut.headers.get('cache-control')], [200, 'no-store']);
    assert.deepEqual((await thumbnail(ann, documentId, query)).bytes, whole.bytes);
  }
});

type Row = {
  kind: string;
  size: number;
  isAnnotated: boolean;
  storageKey: string | null;
  attempts: number;
  retryAt: string | null;
};

async function rows(deploymentId: number): Promise<Row[]> {
  const found = await app.sql<Row[]>`
    select kind, size, is_annotated as "isAnnotated", storage_key as "storageKey", attempts, retry_at as "retryAt"
    from thumbnails where deployment_id = ${deploymentId} order by kind, size, blob_id`;
  return [...found];
}
