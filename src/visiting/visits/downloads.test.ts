import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRecipient, makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { whenReady } from '../../library/renditions/ready.fixture.ts';
import { pdfPage } from '../../platform/rendering/samples.fixture.ts';
import { codeOf } from '../access-codes/codes.ts';
import { type Visitor, referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();
const CONTENT = 'The parties agree.';

/** A link of ann to a folder with a document. `left`: what the link says is left. */
async function shared(max: number | null, more: Record<string, boolean | string> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId: number = (await ann.upload(folderId, 'a.txt', CONTENT)).body.DocumentId;
  const terms = { allow_download: true, ...(max === null ? {} : { max_downloads: String(max) }), ...more };
  const shareId = await makeShare(app, ann, { folderId }, terms);
  const reference = await referenceOfShare(app, shareId);
  const path = `/documents/${documentId}/content?download=true`;
  const downloads = async () => {
    const [row] = await app.sql`
      select count(*)::int as count from activity
      where deployment_id = ${w.deploymentId} and activity_type = 'DocumentDownloaded'`;
    return row?.['count'];
  };
  const count = async () => {
    const [row] = await app.sql`select download_count as count from shares where share_id = ${shareId}`;
    return row?.['count'];
  };
  return { w, ann, folderId, documentId, shareId, reference, path, zip: `/folders/${folderId}/zip`, downloads, count };
}

async function unlockAs(somebody: Visitor, { recipientId, key }: { recipientId: number; key: string }) {
  const issue = { recipientId, codeIssue: 1, codeIssuedAt: app.clock.now.toISOString() };
  await app.sql`
    update share_recipients set code_issue = 1, code_issued_at = ${issue.codeIssuedAt}
    where recipient_id = ${recipientId}`;
  const { status } = await somebody.ask('POST', '/unlock', { Recipient: key, Code: codeOf(app.deps.secretKey, issue) });
  assert.equal(status, 200);
}

test('of ten visitors at once exactly as many get the content as downloads are left', async () => {
  const { reference, path, count, downloads } = await shared(3);
  const visitors = Array.from({ length: 10 }, () => visitor(app, reference));
  const answers = await Promise.all(visitors.map((one) => one.ask('GET', path)));
  const sent = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 403);
  assert.deepEqual([sent.length, refused.length], [3, 7]);
  assert.ok(sent.every(({ text }) => text === CONTENT));
  assert.ok(refused.every(({ text }) => !text.includes(CONTENT)));
  assert.deepEqual([await count(), await downloads()], [3, 3]);
});

test('the visit shows what is left, and a used-up link can still be viewed', async () => {
  const { ann, documentId, folderId, shareId, reference, path, zip } = await shared(2);
  const somebody = visitor(app, reference);
  const state = async () => {
    const { Allow, DownloadsLeft } = (await somebody.ask('GET', '')).body;
    return [DownloadsLeft, Allow.View, Allow.Download];
  };
  assert.deepEqual(await state(), [2, true, true]);
  await somebody.ask('GET', path);
  assert.deepEqual(await state(), [1, true, true]);
  assert.equal((await somebody.ask('GET', zip)).status, 200, 'an archive is one download');
  assert.deepEqual(await state(), [0, true, false]);
  for (const used of [path, zip]) {
    const { status, body } = await somebody.ask('GET', used);
    assert.deepEqual([status, body.Limit, body.Maximum], [403, 'MaxDownloads', 2]);
  }
  const pages = () => somebody.ask('GET', `/documents/${documentId}/pages/1/image`);
  assert.equal((await whenReady(pages)).status, 200);
  const change = (body: object) => ann.api('PATCH', `/api/folders/${folderId}/shares/${shareId}`, body);
  await change({ MaxDownloads: 3 });
  assert.deepEqual(await state(), [1, true, true]);
  await change({ MaxDownloads: 1 });
  assert.deepEqual(await state(), [0, true, false]);
  await change({ MaxDownloads: null });
  assert.deepEqual(await state(), [null, true, true]);
  assert.equal((await somebody.ask('GET', path)).status, 200);
});

test('continuations of a download are not new downloads, and other ranges are', async () => {
  const { reference, path, zip, count } = await shared(3);
  const somebody = visitor(app, reference);
  const range = (start: number, at = path, of = somebody) => of.ask('GET', at, undefined, { range: `bytes=${start}-` });
  assert.equal((await range(0)).status, 206);
  for (const start of [4, 10]) assert.equal((await range(start)).status, 206);
  assert.equal(await count(), 1);
  assert.equal((await range(4, zip)).status, 206, 'it has not begun this one');
  assert.equal((await range(8, zip)).status, 206);
  assert.equal(await count(), 2);
  assert.equal((await somebody.ask('HEAD', path)).status, 200);
  const { headers } = await range(0);
  const etag = headers.get('etag') ?? '';
  assert.equal((await somebody.ask('GET', path, undefined, { 'if-none-match': etag })).status, 304);
  assert.equal(await count(), 3);
  assert.equal((await range(0)).status, 403);
  assert.equal((await range(6)).status, 206, 'what was begun can be finished');
  app.clock.advance(25 * 3_600_000);
  assert.equal((await range(6)).status, 403);
});

test('another browser in the same network cannot continue a download, and a program without cookies can continue its own', async () => {
  const { reference, path } = await shared(1);
  const [first, second] = [visitor(app, reference), visitor(app, reference)];
  for (const browser of [first, second]) await browser.ask('GET', '');
  assert.equal((await first.ask('GET', path)).status, 200);
  const tail = { range: 'bytes=1-' };
  assert.equal((await second.ask('GET', path, undefined, tail)).status, 403);
  assert.equal((await first.ask('GET', path, undefined, tail)).status, 206);
  const other = await shared(1);
  const program = () => visitor(app, other.reference).ask('GET', other.path, undefined, tail);
  assert.deepEqual([(await program()).status, (await program()).status, await other.count()], [206, 206, 1]);
});

test('a recipient cannot continue the download of another one', async () => {
  const { ann, shareId, reference, path, count } = await shared(1, { access_code_required: true });
  const [first, second] = [visitor(app, reference), visitor(app, reference)];
  await unlockAs(first, await addRecipient(app, { ...ann, shareId }, 'x@recipients.test'));
  await unlockAs(second, await addRecipient(app, { ...ann, shareId }, 'y@recipients.test'));
  assert.equal((await first.ask('GET', path)).status, 200);
  const range = { range: 'bytes=4-' };
  assert.equal((await first.ask('GET', path, undefined, range)).status, 206);
  assert.equal((await second.ask('GET', path, undefined, range)).status, 403);
  assert.equal(await count(), 1);
});

test('every download is counted for its recipient, without a maximum too, and only from the first byte', async () => {
  const { ann, shareId, reference, path, zip, count } = await shared(null);
  const { key } = await addRecipient(app, { ...ann, shareId }, 'x@recipients.test');
  const somebody = visitor(app, reference);
  await somebody.ask('GET', `${path}&recipient=${key}`);
  await somebody.ask('GET', `${zip}?recipient=${key}`);
  await somebody.ask('GET', `${path}&recipient=nobody`);
  await somebody.ask('GET', path, undefined, { range: 'bytes=4-' });
  const [row] = await app.sql`
    select download_count as count, last_downloaded_at as last from share_recipients where share_id = ${shareId}`;
  assert.deepEqual(row, { count: 2, last: app.clock.now.toISOString() });
  assert.equal(await count(), 3);
});

test('ranges of one visitor that arrive at once are one download', async () => {
  const { reference, path, count } = await shared(1);
  const somebody = visitor(app, reference);
  await somebody.ask('GET', '');
  const parts = await Promise.all(
    [4, 8, 12].map((start) => somebody.ask('GET', path, undefined, { range: `bytes=${start}-` })),
  );
  assert.deepEqual(
    parts.map(({ status }) => status),
    [206, 206, 206],
  );
  assert.equal(await count(), 1);
});

test('through a link with a limit, displaying the content or the PDF is a download, and reading pages is not', async () => {
  const { ann, folderId, documentId, reference, count, downloads } = await shared(2);
  const pdf = await ann.document(folderId, 'b.pdf', pdfPage());
  const somebody = visitor(app, reference);
  const { body } = await somebody.ask('GET', `/documents/${documentId}`);
  assert.equal(body.CanPreview, null);
  const pages = () => somebody.ask('GET', `/documents/${pdf}/pages/1/image`);
  assert.equal((await whenReady(pages)).status, 200);
  assert.equal(await count(), 0);
  const content = `/documents/${documentId}/content`;
  assert.equal((await somebody.ask('GET', content)).status, 200);
  assert.equal((await somebody.ask('GET', content, undefined, { range: 'bytes=4-' })).status, 206);
  assert.equal(await count(), 1);
  const rendition = `/documents/${pdf}/rendition?type=pdf`;
  assert.equal((await somebody.ask('GET', rendition)).status, 200);
  assert.deepEqual([await count(), await downloads()], [2, 2]);
  for (const path of [content, rendition]) {
    const refused = await somebody.ask('GET', path);
    assert.deepEqual([refused.status, refused.body.Limit], [403, 'MaxDownloads']);
  }
  assert.equal((await pages()).status, 200);
});
