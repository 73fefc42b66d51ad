/** The recorded reads of a content (docs/api/reports.md#recorded-reads). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import type { Client } from '../../../test/client.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import type { World } from '../../../test/world.ts';
import { referenceOfShare, visitor } from '../../visiting/visits/visitor.fixture.ts';

const app = await startApp({ trustProxy: ['127.0.0.1'], accelPrefix: '/carrel-blobs/' });
const BYTES = Buffer.alloc(100_000, 'content');
const MINUTE_MS = 60_000;

type Row = { type: string; userId: number; documentId: number | null; name: string };

/** A document of ann that bob may read, and the means to see what reading it leaves. */
async function worldToRead(content: Buffer = BYTES, name = 'read.txt') {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'F');
  const documentId = await w.ann.document(folderId, name, content);
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  const path = `/api/documents/${documentId}`;
  const get = (person: Client, at: string, range?: string, more: Record<string, string> = {}) =>
    person.api('GET', at, undefined, { ...(range === undefined ? {} : { range }), ...more });
  return { ...w, folderId, documentId, path, get, rows: (work: () => Promise<unknown>) => recorded(w, work) };
}

/** The rows that something writes in the deployment, oldest first. */
async function recorded({ deploymentId }: World, work: () => Promise<unknown>): Promise<Row[]> {
  const [last] = await app.sql<{ id: number }[]>`select coalesce(max(activity_id), 0) as id from activity`;
  await work();
  return app.sql<Row[]>`
    select activity_type as type, user_id as "userId", document_id as "documentId", content_name as name from activity
    where deployment_id = ${deploymentId} and activity_id > ${last?.id ?? 0} order by activity_id`;
}

test('a range that starts after the first byte is recorded in any form', async () => {
  for (const range of ['bytes=1-', 'bytes=-500', 'bytes=99999-99999', 'bytes=5-9']) {
    const w = await worldToRead();
    const rows = await w.rows(async () => assert.equal((await w.get(w.bob, `${w.path}/content`, range)).status, 206));
    const row = { type: 'DocumentViewed', userId: w.bob.userId, documentId: w.documentId, name: 'read.txt' };
    assert.deepEqual([...rows], [row], range);
  }
});

test('a later range is recorded once in ten minutes, a read from the first byte every time', async () => {
  const w = await worldToRead();
  const content = (range?: string) => () => w.get(w.bob, `${w.path}/content`, range);
  const counted = async (work: () => Promise<unknown>) => (await w.rows(work)).length;
  assert.equal(await counted(content('bytes=10-')), 1);
  assert.equal(await counted(content('bytes=20-')), 0);
  assert.equal(await counted(content('bytes=0-9')), 1);
  assert.equal(await counted(content()), 1);
  app.clock.advance(10 * MINUTE_MS);
  assert.equal(await counted(content('bytes=20-')), 0, 'ten minutes are within ten minutes');
  app.clock.advance(1);
  assert.equal(await counted(content('bytes=20-')), 1);
  assert.equal(await counted(() => w.get(w.ann, `${w.path}/content`, 'bytes=20-')), 1, 'somebody else reads');
});

test('HEAD, 304 and failed conditions record nothing', async () => {
  const w = await worldToRead();
  const at = `${w.path}/content`;
  const etag = (await w.get(w.ann, at)).headers.get('etag') ?? '';
  const rows = await w.rows(async () => {
    const answers = [
      await w.bob.api('HEAD', at, undefined, { range: 'bytes=5-' }),
      await w.get(w.bob, at, 'bytes=5-', { 'if-none-match': etag }),
      await w.get(w.bob, at, 'bytes=100000-'),
      await w.get(w.bob, at, 'bytes=5-', { 'if-match': '"other"' }),
      await w.stranger.api('HEAD', at),
    ];
    assert.deepEqual(answers.map(({ status }) => status).slice(1), [304, 416, 412, 403]);
  });
  assert.deepEqual([...rows], []);
});

test('a row of an older content or another revision does not suppress a new row', async () => {
  const w = await worldToRead();
  const [{ RevisionId: first }] = (await w.ann.api('GET', `${w.path}/revisions`)).body;
  await w.get(w.bob, `${w.path}/content`);
  app.clock.advance(1000);
  const { RevisionId: second } = (await w.ann.revise(w.documentId, 'read.txt', Buffer.alloc(100_000, 'new'))).body;
  for (const at of ['/content', `/revisions/${first}/content`, `/revisions/${second}/content`]) {
    const rows = await w.rows(() => w.get(w.bob, `${w.path}${at}`, 'bytes=7-'));
    assert.equal(rows.length, 1, at);
    assert.equal((await w.rows(() => w.get(w.bob, `${w.path}${at}`, 'bytes=8-'))).length, 0, at);
  }
});

test('concurrent ranges of one reader write one row', async () => {
  const w = await worldToRead();
  const rows = await w.rows(() =>
    Promise.all(Array.from({ length: 40 }, (_, n) => w.get(w.bob, `${w.path}/content`, `bytes=${n + 1}-`))),
  );
  assert.equal(rows.length, 1);
});

test('a range sent by nginx is recorded as well', async () => {
  const w = await worldToRead();
  const rows = await w.rows(async () => {
    const answer = await w.get(w.bob, `${w.path}/content`, 'bytes=1-', { 'x-forwarded-for': '192.0.2.1' });
    assert.match(answer.headers.get('x-accel-redirect') ?? '', /^\/carrel-blobs\//);
  });
  assert.equal(rows.length, 1);
});

test('previews and large thumbnails count as reads, small ones do not', async () => {
  const jpeg = await sharp({ create: { width: 1200, height: 600, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
  for (const [at, count] of [
    ['/thumbnail?size=64', 0],
    ['/thumbnail', 0],
    ['/thumbnail?size=512', 1],
    ['/thumbnail?size=1024', 1],
    ['/preview', 1],
  ] as const) {
    const w = await worldToRead(jpeg, 'a.jpg');
    const range = at === '/preview' ? 'bytes=1-' : undefined;
    const rows = await w.rows(() => w.get(w.bob, `${w.path}${at}`, range));
    assert.deepEqual(
      rows.map(({ type }) => type),
      Array.from({ length: count }, () => 'DocumentViewed'),
      at,
    );
    if (count === 0) continue;
    const again = async () => {
      const { headers } = await w.get(w.bob, `${w.path}${at}`, range);
      app.clock.advance(11 * MINUTE_MS);
      const known = { 'if-none-match': headers.get('etag') ?? '' };
      assert.equal((await w.get(w.bob, `${w.path}${at}`, undefined, known)).status, 304);
      await w.bob.api('HEAD', `${w.path}${at}`);
    };
    assert.deepEqual([...(await w.rows(again))], [], at);
  }
});

test('a range of an archive is a download of each document without a recent row of the reader', async () => {
  const w = await worldToRead();
  const second = await w.ann.document(w.folderId, 'second.txt', 'second');
  await w.get(w.ann, `${w.path}/content`);
  const at = `/api/folders/${w.folderId}/zip`;
  const rows = await w.rows(async () => assert.equal((await w.get(w.ann, at, 'bytes=1-')).status, 206));
  const row = { type: 'DocumentDownloaded', userId: w.ann.userId, documentId: second, name: 'second.txt' };
  assert.deepEqual([...rows], [row]);
  const more = ['bytes=2-', 'bytes=-5', 'bytes=10-20'].map((range) => w.get(w.ann, at, range));
  assert.deepEqual([...(await w.rows(() => Promise.all(more)))], []);
  app.clock.advance(11 * MINUTE_MS);
  const ranges = Array.from({ length: 12 }, (_, n) => `bytes=${n + 1}-`);
  const later = await w.rows(() => Promise.all(ranges.map((range) => w.get(w.ann, at, range))));
  assert.deepEqual(
    later.map(({ documentId }) => documentId).sort((a, b) => Number(a) - Number(b)),
    [w.documentId, second],
  );
});

test('visitors of two links are two readers, and each row names the link', async () => {
  const w = await worldToRead();
  const links = [];
  for (const _ of [1, 2]) {
    const shareId = await makeShare(app, w.ann, { folderId: w.folderId }, { allow_download: true });
    links.push({ shareId, somebody: visitor(app, await referenceOfShare(app, shareId)) });
  }
  for (const { shareId, somebody } of links) {
    for (const [at, type] of [
      [`/documents/${w.documentId}/content?download=true`, 'DocumentDownloaded'],
      [`/folders/${w.folderId}/zip`, null],
      [`/documents/${w.documentId}/content`, null],
    ] as const) {
      const rows = await w.rows(() => somebody.ask('GET', at, undefined, { range: 'bytes=1-' }));
      const wanted = type === null ? [] : [{ type, userId: 0, documentId: w.documentId, name: 'read.txt' }];
      assert.deepEqual([...rows], wanted, at);
    }
    const [row] = await app.sql`
      select details from activity where document_id = ${w.documentId} order by activity_id desc limit 1`;
    assert.deepEqual(row?.['details'], { shareId });
  }
});

test('a refused read of a content, preview, archive or large thumbnail is recorded as AccessDenied', async () => {
  const w = await worldToRead();
  const document = { type: 'AccessDenied', userId: w.stranger.userId, documentId: w.documentId, name: 'read.txt' };
  const folder = { ...document, documentId: null, name: 'F' };
  const [{ RevisionId }] = (await w.ann.api('GET', `${w.path}/revisions`)).body;
  const cases: [string, Row[]][] = [
    [`${w.path}/content`, [document]],
    [`${w.path}/preview`, [document]],
    [`${w.path}/revisions/${RevisionId}/content`, [document]],
    [`${w.path}/thumbnail?size=512`, [document]],
    [`${w.path}/thumbnail?size=1024`, [document]],
    [`${w.path}/thumbnail`, []],
    [w.path, []],
    [`/api/folders/${w.folderId}/zip`, [folder]],
    [`/api/folders/zipcontent?folders=${w.folderId}&documents=${w.documentId}`, [folder, document]],
  ];
  for (const [at, wanted] of cases) {
    const rows = await w.rows(async () => assert.equal((await w.get(w.stranger, at)).status, 403, at));
    assert.deepEqual([...rows], wanted, at);
    assert.deepEqual([...(await w.rows(() => w.stranger.api('HEAD', at)))], [], `HEAD ${at}`);
    assert.deepEqual([...(await w.rows(() => w.get(w.other, at)))], [], `another deployment: ${at}`);
  }
  const own = await w.stranger.document(await w.stranger.folder(w.stranger.libraryId, 'Own'), 'own.txt', 'own');
  const body = { FolderIds: [], DocumentIds: [own, w.documentId] };
  const rows = await w.rows(() => w.stranger.api('POST', '/api/folders/zipcontent', body));
  assert.deepEqual([...rows], [document], 'only what is refused');
});

test('an operation that a link does not allow is recorded as AccessDenied of its visitor', async () => {
  const w = await worldToRead();
  const shareId = await makeShare(app, w.ann, { folderId: w.folderId });
  const somebody = visitor(app, await referenceOfShare(app, shareId));
  const document = { type: 'AccessDenied', userId: 0, documentId: w.documentId, name: 'read.txt' };
  for (const [at, wanted] of [
    [`/documents/${w.documentId}/content?download=true`, document],
    [`/folders/${w.folderId}/zip`, { ...document, documentId: null, name: 'F' }],
  ] as const) {
    const rows = await w.rows(async () => assert.equal((await somebody.ask('GET', at)).status, 403));
    assert.deepEqual([...rows], [wanted], at);
  }
});

test('AccessDenied appears in the reports of the document and of the user', async () => {
  const w = await worldToRead();
  await w.get(w.stranger, `${w.path}/content`);
  const [latest] = (await w.ann.api('GET', `${w.path}/activity`)).body;
  const { ActivityType, ActivityItemType, UserName } = latest;
  assert.deepEqual([ActivityType, ActivityItemType, UserName], ['AccessDenied', 'Denied Access', w.stranger.email]);
});
