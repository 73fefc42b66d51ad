// runs alone: the metrics of the whole process are read
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { startSecondApp } from '../../../test/second-app.ts';
import { ownMetrics } from '../../platform/http/metrics.ts';
import { referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();
const second = await startSecondApp(app);

const PASSWORD = 'open sesame now';

async function sharedFolder(more: Record<string, string | boolean> = {}) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const shareId = await makeShare(app, w.ann, { folderId }, { allow_upload: true, ...more });
  const reference = await referenceOfShare(app, shareId);
  return { w, ann: w.ann, folderId, reference, somebody: visitor(app, reference) };
}

async function withPassword() {
  const { ann, folderId } = await sharedFolder();
  const { body } = await ann.api('POST', `/api/folders/${folderId}/share`, { AllowView: true, Password: PASSWORD });
  const reference: string = body.ReferenceString;
  return { folderId, reference, somebody: visitor(app, reference) };
}

test('a page of another site cannot change anything, whatever the browser sends', async () => {
  const { somebody, folderId } = await sharedFolder();
  const make = (headers: Record<string, string>) =>
    somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: crypto.randomUUID() }, headers);
  for (const headers of [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    { origin: 'http://carrel.test.evil.test', 'sec-fetch-site': 'same-site' },
  ]) {
    assert.equal((await make(headers)).status, 403, JSON.stringify(headers));
  }
  assert.equal((await make({})).status, 201);
  assert.equal((await make({ origin: 'http://other-name.test', 'sec-fetch-site': 'same-origin' })).status, 201);
  const unlock = await somebody.ask('POST', '/unlock', {}, { origin: 'https://evil.test' });
  assert.equal(unlock.status, 403);
});

test('displayed content cannot run scripts, whatever its name and content', async () => {
  const { ann, somebody, folderId } = await sharedFolder({ allow_download: true });
  const script = '<script>document.title = "run"</script>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`;
  const hostile = [
    ['page.html', script, 'text/plain'],
    ['page.htm', script, 'text/plain'],
    ['page.xhtml', script, 'text/plain'],
    ['feed.xml', svg, 'text/plain'],
    ['picture.svg', svg, 'text/plain'],
    ['code.js', 'alert(1)', 'text/plain'],
    ['data.json', '{}', 'text/plain'],
    ['film.mp4', script, 'video/mp4'],
    ['picture.png', script, 'image/png'],
    ['paper.pdf', script, 'application/pdf'],
    ['mail.eml', script, 'text/plain'],
  ] as const;
  for (const [name, content, type] of hostile) {
    const documentId = await ann.document(folderId, name, content);
    const { status, headers, text } = await somebody.ask('GET', `/documents/${documentId}/content`);
    assert.deepEqual([status, text, headers.get('content-type')], [200, content, type], name);
    assert.match(headers.get('content-disposition') ?? '', /^inline; /);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^sandbox; default-src 'none'; .*frame-ancestors 'none'/,
    );
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
    assert.equal(headers.get('x-robots-tag'), 'noindex');
    assert.equal(headers.get('cache-control'), 'private, no-cache');
  }
  for (const name of ['mail.mht', 'macro.docm', 'flash.swf', 'program']) {
    const documentId = await ann.document(folderId, name, script);
    assert.equal((await somebody.ask('GET', `/documents/${documentId}/content`)).status, 403, name);
  }
});

test('view-only visitors cannot download, and a download is an attachment with ranges', async () => {
  const { ann, somebody, folderId } = await sharedFolder();
  const documentId = await ann.document(folderId, 'page.html', '0123456789');
  const path = `/documents/${documentId}/content?download=true`;
  assert.equal((await somebody.ask('GET', path)).status, 403);
  const shareId = await makeShare(app, ann, { documentId }, { allow_view: false, allow_download: true });
  const other = visitor(app, await referenceOfShare(app, shareId));
  const whole = await other.ask('GET', path);
  assert.match(whole.headers.get('content-disposition') ?? '', /^attachment; filename="page.html"/);
  const part = await other.ask('GET', path, undefined, { range: 'bytes=2-4' });
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '234', 'bytes 2-4/10']);
  const fresh = await other.ask('GET', path, undefined, { 'if-none-match': whole.headers.get('etag') ?? '' });
  assert.equal(fresh.status, 304);
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", visitor_email as email from activity
    where document_id = ${documentId} and user_id = 0 order by activity_id`;
  assert.deepEqual(
    [...rows],
    ['AccessDenied', 'DocumentDownloaded'].map((type) => ({ type, userId: 0, email: null })),
  );
});

test('wrong passwords are counted across processes', async () => {
  const { somebody, reference } = await withPassword();
  const other = visitor(second, reference);
  const elsewhere = () => other.ask('POST', '/unlock', { Password: 'wrong' });
  for (let i = 0; i < 5; i += 1) {
    assert.equal((await somebody.ask('POST', '/unlock', { Password: 'wrong' })).status, 403);
    assert.equal((await elsewhere()).status, 403);
  }
  assert.equal((await elsewhere()).status, 429);
  assert.equal((await somebody.ask('POST', '/unlock', { Password: PASSWORD })).status, 429);
});

test('an unknown reference takes as long as a wrong password and gets the answer of no link', async () => {
  const nobody = visitor(app, 'A'.repeat(22));
  const { status, body } = await nobody.ask('POST', '/unlock', { Password: 'wrong' });
  assert.deepEqual([status, body.title], [404, 'There is no such link.']);
  assert.deepEqual(await countedTries(), 1);
  for (let i = 0; i < 9; i += 1) await nobody.ask('POST', '/unlock', { Password: 'wrong' });
  assert.equal((await nobody.ask('POST', '/unlock', { Password: 'wrong' })).status, 429);
  for (const reference of ['x', '..%2f..', '%00', 'é', 'A'.repeat(5000)]) {
    assert.equal((await visitor(app, reference).ask('GET', '')).status, 404, reference);
  }

  async function countedTries(): Promise<number> {
    const [row] = await app.sql<{ hits: number }[]>`
      select hits from throttles where scope = 'share-password' order by window_ends_at desc, hits limit 1`;
    return row?.hits ?? 0;
  }
});

test("a user's session or token does not affect a link", async () => {
  const { w, somebody, folderId } = await sharedFolder({ password_hash: 'x' });
  for (const authorization of [`Bearer ${w.ann.token}`, 'Bearer nonsense', 'Basic x']) {
    assert.equal((await somebody.ask('GET', `/folders/${folderId}`, undefined, { authorization })).status, 401);
    assert.equal((await somebody.ask('GET', '', undefined, { authorization })).status, 200);
  }
});

test("no log line or metric contains a link's reference or reveals a creator's visit", async () => {
  const { w, somebody, folderId, reference } = await sharedFolder();
  const shared = await somebody.ask('GET', `/folders/${folderId}`);
  assert.equal(shared.status, 200);
  await somebody.open(`/folder/${folderId}/share/${reference}`);
  await somebody.ask('GET', '/nowhere');
  await somebody.ask('POST', '/unlock', { Password: 'x' });
  const logs = JSON.stringify(app.logs);
  assert.ok(!logs.includes(reference));
  assert.ok(!(await ownMetrics()).includes(reference));
  const line = app.logs.findLast(({ route }) => route === '/link/:reference/folders/:folderId');
  assert.deepEqual([line?.['user'], line?.['params']], [undefined, { folderId }]);
  assert.equal(line?.['deployment'], w.deploymentId);
});
