/** Reservations of visitors' unfinished uploads: the whole length while active, later the received bytes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { hold, until, untilWaiting } from '../../../test/waiting.ts';
import { TUS } from '../../library/staged-uploads/tus.fixture.ts';
import { append, begin, sharedInbox } from './limits.fixture.ts';
import { bring, visitor } from '../visits/visitor.fixture.ts';

const ACTIVE_MS = 600_000;
const app = await startApp({ trustProxy: true });

/** The inbox, a second visitor, and two requests of the first one about an upload. */
async function inbox(limits: Record<string, number>) {
  const shared = await sharedInbox(app, limits);
  const { somebody, reference, folderId } = shared;
  const finalize = (UploadId: string, person = somebody) =>
    person.ask('POST', `/folders/${folderId}/documents`, { UploadId });
  const drop = (path: string) => somebody.ask('DELETE', path.replace(`/link/${reference}`, ''), undefined, TUS);
  return { ...shared, finalize, drop, other: visitor(app, reference) };
}

test('an inactive announced upload reserves space for ten minutes, not for a day', async () => {
  const { somebody, other, store } = await inbox({ MaxUploadBytes: 10 });
  const { path } = await begin(somebody, 10);
  app.clock.advance(ACTIVE_MS - 1);
  const early = await begin(other, 10);
  assert.deepEqual([early.status, early.Limit, early.wait], [429, 'MaxUploadBytes', '1']);
  app.clock.advance(1);
  await store('a.txt', '1234567890');
  const woken = await append(app, path, 0, 'too late');
  assert.deepEqual([woken.status, woken.type], [413, '/payload_too_large']);
  assert.deepEqual(
    [woken.title, woken.Limit, woken.Left],
    ['This link accepts up to 10 bytes in total (0 bytes left).', 'MaxUploadBytes', 0],
  );
});

test('an inactive upload counts with its bytes, and reserves its length again when it resumes', async () => {
  const { somebody, other, drop } = await inbox({ MaxUploadBytes: 10 });
  const silent = await begin(somebody, 10);
  assert.equal((await append(app, silent.path, 0, '1234')).status, 204);
  app.clock.advance(ACTIVE_MS);
  const tooLong = await begin(other, 7);
  assert.deepEqual([tooLong.status, tooLong.wait], [429, String(23 * 3600 + 3000)]);
  const taker = await begin(other, 6);
  assert.equal(taker.status, 201);
  const woken = await append(app, silent.path, 4, '567890');
  assert.deepEqual(
    [woken.status, woken.type, woken.Limit, woken.wait],
    [429, '/too_many_requests', 'MaxUploadBytes', '600'],
  );
  assert.equal((await drop(taker.path)).status, 204);
  assert.equal((await append(app, silent.path, 4, '5')).status, 204);
  assert.equal((await begin(other, 1)).status, 429, 'it has its whole length again');
  assert.equal((await append(app, silent.path, 5, '67890')).status, 204);
});

test('an upload stays active while bytes arrive, in many requests or slowly in one', async () => {
  const { somebody, other } = await inbox({ MaxUploadBytes: 10 });
  const { path } = await begin(somebody, 10);
  for (let at = 0; at < 3; at += 1) {
    app.clock.advance(ACTIVE_MS - 1);
    assert.equal((await append(app, path, at, 'x')).status, 204);
  }
  const slow = new TransformStream<string, string>();
  const writer = slow.writable.getWriter();
  const appending = append(app, path, 3, slow.readable.pipeThrough(new TextEncoderStream()));
  for (let i = 0; i < 3; i += 1) {
    app.clock.advance(ACTIVE_MS / 2);
    await writer.write('x');
    const now = app.clock.now;
    await until(async () => {
      const rows =
        await app.sql`select from staged_uploads where identifier = ${path.split('/').at(-1) ?? ''} and active_at = ${now}`;
      return rows.length === 1;
    });
  }
  assert.equal((await begin(other, 1)).status, 429);
  await writer.close();
  assert.equal((await appending).status, 204);
});

test('an announced document is reserved for ten minutes; the limit is checked when it is finalized', async () => {
  const { somebody, other, finalize } = await inbox({ MaxUploadDocuments: 1 });
  const first = await bring(app, somebody, 'a.txt', 'first');
  assert.equal((await begin(other, 1)).status, 429);
  app.clock.advance(ACTIVE_MS);
  const second = await bring(app, other, 'b.txt', 'second');
  const kept = await finalize(first);
  assert.deepEqual([kept.status, kept.body.Limit, kept.headers.get('retry-after')], [429, 'MaxUploadDocuments', '600']);
  assert.equal((await finalize(second, other)).status, 201);
  const full = await finalize(first);
  assert.deepEqual(
    [full.status, full.body.type, full.body.Limit, full.body.Left],
    [413, '/payload_too_large', 'MaxUploadDocuments', 0],
  );
});

test('of two concurrent finalizations only as many become documents as fit', async () => {
  const { somebody, finalize, ann, folderId, share } = await inbox({ MaxUploadDocuments: 1 });
  const uploads = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    uploads.push(await bring(app, somebody, name, name));
    app.clock.advance(ACTIVE_MS);
  }
  // All three have inserted their documents before the first counts itself.
  const release = await hold(app, (tx) => tx`select from shares where share_id = ${share.ShareId} for update`);
  const finalizing = Promise.all(uploads.map((upload) => finalize(upload)));
  await untilWaiting(app, uploads.length);
  await release();
  const statuses = (await finalizing).map(({ status }) => status);
  assert.deepEqual(
    statuses.toSorted((a = 0, b = 0) => a - b),
    [201, 413, 413],
  );
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/documents`)).body.length, 1);
});

test('bytes are checked again when an upload is finalized after the limit was lowered', async () => {
  const { ann, self, somebody, finalize } = await inbox({ MaxUploadBytes: 10 });
  const upload = await bring(app, somebody, 'a.txt', '123456');
  assert.equal((await ann.api('PATCH', self, { MaxUploadBytes: 5 })).status, 200);
  const refused = await finalize(upload);
  assert.deepEqual([refused.status, refused.body.Limit, refused.body.Left], [413, 'MaxUploadBytes', 5]);
  assert.equal((await ann.api('PATCH', self, { MaxUploadBytes: 6 })).status, 200);
  assert.equal((await finalize(upload)).status, 201);
});

test('inactive uploads do not count for an address or the link until they resume', async () => {
  const { reference, somebody } = await inbox({});
  const fresh = () => visitor(app, reference);
  const silent = await Promise.all(Array.from({ length: 50 }, () => begin(fresh(), 5)));
  assert.ok(silent.every(({ status }) => status === 201));
  const kept = await begin(fresh(), 5);
  assert.deepEqual([kept.status, kept.wait], [429, '600']);
  app.clock.advance(ACTIVE_MS);
  const others = await Promise.all(Array.from({ length: 50 }, () => begin(fresh(), 5, '192.0.2.2')));
  assert.ok(others.every(({ status }) => status === 201));
  assert.equal((await begin(somebody, 5)).status, 201);
  const path = silent[0]?.path ?? '';
  const woken = await append(app, path, 0, 'x', '192.0.2.2');
  assert.deepEqual([woken.status, woken.wait], [429, '600']);
  assert.match(String(woken.title), /50 unfinished uploads from your network/);
  assert.equal((await append(app, path, 0, 'x')).status, 204);
});
