import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';
import { visitor } from './visitor.fixture.ts';

const server = await startMailServer();
const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test', trustProxy: true });

/** A folder that is shared with two people under access codes, and their personal links out of the real mails. */
async function sharedByCode(more: Record<string, unknown> = {}) {
  const w = await app.world();
  const { ann } = w;
  const id = crypto.randomUUID().slice(0, 8);
  const [x, y] = [`x-${id}@recipients.test`, `y-${id}@recipients.test`];
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const documentId = await ann.document(folderId, 'a.txt', 'first');
  const share = { AllowView: true, AllowDownload: true, AccessCodeRequired: true, Recipients: [x, y], ...more };
  const { body } = await ann.api('POST', `/api/folders/${folderId}/share`, share);
  await app.runJobs();
  const [xs, ys] = [linkIn(server.takeMailTo(x).text), linkIn(server.takeMailTo(y).text)];
  const reference: string = body.ReferenceString;
  return { w, ann, folderId, documentId, reference, x, xs, y, ys, shareId: body.ShareId as number };
}

function linkIn(text = ''): { path: string; key: string } {
  const url = new URL(/http:\/\/web\.test\S+/.exec(text)?.[0] ?? '');
  return { path: url.pathname + url.search, key: url.searchParams.get('recipient') ?? '' };
}

async function codeFor(address: string): Promise<string> {
  await app.runJobs();
  return /access code is (\d{6})\n/.exec(server.takeMailTo(address).text ?? '')?.[1] ?? '';
}

async function mailsTo(...addresses: string[]): Promise<number> {
  await app.runJobs();
  return server.received.filter(({ to }) => to.some((address) => addresses.includes(address))).length;
}

test('opening a personal link sends its recipient a code, which opens the link as that recipient', async () => {
  const { w, reference, x, xs, folderId, documentId } = await sharedByCode();
  const person = visitor(app, reference);
  assert.equal((await person.open(xs.path)).status, 200);
  const locked = (await person.ask('GET', `?recipient=${xs.key}`)).body;
  assert.deepEqual([locked.Protection, locked.IsUnlocked, locked.Item], ['code', false, null]);
  assert.deepEqual(locked.Code, {
    Recipient: 'x…@recipients.test',
    SentAt: app.clock.now.toISOString(),
    CanResendAt: new Date(app.clock.now.getTime() + 30_000).toISOString(),
    TriesLeft: 5,
  });
  const code = await codeFor(x);
  const { status, body, headers } = await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([status, body.IsUnlocked, body.Item.FolderId], [200, true, folderId]);
  assert.match(
    headers.getSetCookie().join('\n'),
    /carrel_visit=[^;]+; Max-Age=43200; Path=\/link\/[\w-]{22}; HttpOnly/,
  );
  assert.equal((await person.ask('GET', `/documents/${documentId}/content`)).text, 'first');
  const rows = await app.sql`
    select activity_type as type, user_id as "userId", visitor_email as email from activity
    where deployment_id = ${w.deploymentId} and document_id = ${documentId} and user_id = 0`;
  assert.deepEqual([...rows], [{ type: 'DocumentViewed', userId: 0, email: x }]);
});

test('a link without its recipient asks for the personal one and sends nothing', async () => {
  const { reference, folderId, x, y, xs } = await sharedByCode();
  const person = visitor(app, reference);
  for (const query of ['', '?recipient=nobody', `?recipient=${'A'.repeat(22)}`]) {
    assert.equal((await person.open(`/folder/${folderId}/share/${reference}${query}`)).status, 200);
    assert.deepEqual((await person.ask('GET', query)).body.Code, {
      Recipient: null,
      SentAt: null,
      CanResendAt: null,
      TriesLeft: 5,
    });
  }
  const other = await sharedByCode();
  await person.open(`/folder/${folderId}/share/${reference}?recipient=${other.xs.key}`);
  assert.equal(await mailsTo(x, y, other.x), 0, 'the key of another share is nobody’s here');
  assert.notEqual(other.xs.key, xs.key);
});

test('programs that only look send nothing: HEAD, prefetch, previews', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  const head = await fetch(new URL(xs.path, app.url), { method: 'HEAD' });
  assert.equal(head.status, 200);
  const purposes: Record<string, string>[] = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
  ];
  for (const headers of [...purposes, { 'x-moz': 'prefetch' }]) await person.open(xs.path, headers);
  assert.equal(await mailsTo(x), 0);
});

test('opening the link again while a code is live sends nothing and leaves the code as it is; later there is another', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await Promise.all([1, 2, 3].map(() => person.open(xs.path)));
  const code = await codeFor(x);
  app.clock.advance(9 * 60_000);
  await person.open(xs.path);
  assert.equal(await mailsTo(x), 0);
  app.clock.advance(60_000);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 403);
  await person.open(xs.path);
  const next = await codeFor(x);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: next })).status, 200);
});

test('the same code is sent again on demand, every 30 s at most and five times an hour', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const code = await codeFor(x);
  const again = () => person.ask('POST', '/codes', { Recipient: xs.key });
  const early = await again();
  assert.deepEqual([early.status, early.headers.get('retry-after')], [429, '30']);
  for (let sent = 2; sent <= 5; sent += 1) {
    app.clock.advance(30_000);
    const { status, body } = await again();
    assert.equal(status, 202);
    assert.deepEqual(body, {
      SentAt: app.clock.now.toISOString(),
      CanResendAt: new Date(app.clock.now.getTime() + 30_000).toISOString(),
    });
    assert.equal(await codeFor(x), code);
  }
  app.clock.advance(30_000);
  assert.equal((await again()).status, 429);
  assert.equal(await mailsTo(x), 0);
  app.clock.advance(11 * 60_000);
  await person.open(xs.path);
  assert.equal(await mailsTo(x), 0, 'opening the link does not get around the limit');
});

test('a wrong code for a recipient that nobody is gets the same answer, after the same statements', async () => {
  const { reference, xs } = await sharedByCode();
  const person = visitor(app, reference);
  const key = 'A'.repeat(22);
  const texts = async (body: Record<string, string>, path: string) => {
    let answer = await person.ask('GET', '');
    const statements = await statementsOf(app, async () => (answer = await person.ask('POST', path, body)));
    return { status: answer.status, body: Object.keys(answer.body), statements: statements.map(({ text }) => text) };
  };
  const wrong = { Code: '000000x' };
  // The first try of a browser brings it a cookie.
  await texts({ ...wrong, Recipient: key }, '/unlock');
  assert.deepEqual(
    await texts({ ...wrong, Recipient: key }, '/unlock'),
    await texts({ ...wrong, Recipient: xs.key }, '/unlock'),
  );
});

test('five wrong codes end the visit of a browser; others are not concerned', async () => {
  const { reference, x, xs } = await sharedByCode();
  const [guesser, person] = [visitor(app, reference), visitor(app, reference)];
  await person.open(xs.path);
  const code = await codeFor(x);
  const left = [];
  for (let i = 0; i < 5; i += 1) {
    const { status, body } = await guesser.ask('POST', '/unlock', { Recipient: xs.key, Code: 'wrong!' });
    assert.equal(status, 403);
    left.push(body.TriesLeft);
  }
  assert.deepEqual(left, [4, 3, 2, 1, 0]);
  assert.equal((await guesser.ask('GET', `?recipient=${xs.key}`)).body.Code.TriesLeft, 0);
  const ended = await guesser.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([ended.status, ended.headers.get('retry-after')], [429, '600']);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
});

test('an access code works once; opening the link in another browser sends the next one', async () => {
  const { reference, x, xs } = await sharedByCode();
  const [first, second] = [visitor(app, reference), visitor(app, reference)];
  await first.open(xs.path);
  const code = await codeFor(x);
  assert.equal((await first.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
  const used = await second.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([used.status, used.body.title], [403, 'The code is incorrect or no longer valid.']);
  app.clock.advance(1000);
  await first.open(xs.path);
  assert.equal(await mailsTo(x), 0, 'an unlocked browser needs no code');
  await second.open(xs.path);
  const next = await codeFor(x);
  assert.equal((await second.ask('POST', '/unlock', { Recipient: xs.key, Code: next })).status, 200);
});

test('of several browsers that enter the right code at once exactly one opens the link', async () => {
  const { reference, x, xs } = await sharedByCode();
  await visitor(app, reference).open(xs.path);
  const code = await codeFor(x);
  const enter = () => visitor(app, reference).ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  const answers = await Promise.all(Array.from({ length: 6 }, enter));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  assert.equal(answers.filter(({ status }) => status === 403).length, 5);
});

/** The status of entering a code in a new browser at that address. */
async function enterFrom(reference: string, key: string, code: string, address: string): Promise<number> {
  const body = { Recipient: key, Code: code };
  return (await visitor(app, reference).ask('POST', '/unlock', body, { 'x-forwarded-for': address })).status;
}

test('10 wrong codes within an hour block an address, 100 a recipient; other recipients go on', async () => {
  const { reference, x, xs, y, ys } = await sharedByCode();
  await visitor(app, reference).open(ys.path);
  const ysCode = await codeFor(y);
  const fromOne = await Promise.all(
    Array.from({ length: 14 }, () => enterFrom(reference, xs.key, 'wrong!', '192.0.2.1')),
  );
  assert.equal(fromOne.filter((status) => status === 403).length, 10);
  await visitor(app, reference).open(xs.path);
  const xsCode = await codeFor(x);
  assert.equal(await enterFrom(reference, xs.key, xsCode, '192.0.2.1'), 429);
  assert.equal(await enterFrom(reference, xs.key, xsCode, '192.0.2.2'), 200, 'another address is not blocked');
  const many = Array.from({ length: 95 }, (_, i) => enterFrom(reference, xs.key, 'wrong!', `198.51.100.${i}`));
  assert.equal((await Promise.all(many)).filter((status) => status === 403).length, 90);
  app.clock.advance(1000);
  await visitor(app, reference).open(xs.path);
  assert.equal(await enterFrom(reference, xs.key, await codeFor(x), '203.0.113.1'), 429);
  assert.equal(await enterFrom(reference, ys.key, ysCode, '203.0.113.1'), 200);
});

test('a browser that has unlocked the link before is not blocked by what others do', async () => {
  const { reference, x, xs } = await sharedByCode();
  const [own, stranger] = [visitor(app, reference), visitor(app, reference)];
  await own.open(xs.path);
  assert.equal((await own.ask('POST', '/unlock', { Recipient: xs.key, Code: await codeFor(x) })).status, 200);
  app.clock.advance(13 * 3_600_000);
  for (let i = 0; i < 5; i += 1, app.clock.advance(31_000)) await stranger.ask('POST', '/codes', { Recipient: xs.key });
  const all = Array.from({ length: 110 }, (_, i) => enterFrom(reference, xs.key, 'wrong!', `198.51.100.${i}`));
  assert.ok((await Promise.all(all)).includes(429));
  app.clock.advance(11 * 60_000);
  await stranger.open(xs.path);
  assert.equal(await mailsTo(x), 0, 'strangers have used up the codes of the hour');
  await own.open(xs.path);
  const code = await codeFor(x);
  assert.equal((await stranger.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 429);
  assert.equal((await own.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
});

test("a browser that has unlocked the link before is held by its own wrong codes, and by nobody else's cookie", async () => {
  const { reference, x, xs, ys } = await sharedByCode();
  const own = visitor(app, reference);
  await own.open(xs.path);
  await own.ask('POST', '/unlock', { Recipient: xs.key, Code: await codeFor(x) });
  const known = own.cookies.get('carrel_known') ?? '';
  const statusOf = async (cookie: string, key: string) => {
    const person = visitor(app, reference);
    person.cookies.set('carrel_known', cookie);
    return (await person.ask('POST', '/unlock', { Recipient: key, Code: 'wrong!' })).status;
  };
  for (const status of [403, 403, 403, 403, 403, 429]) assert.equal(await statusOf(known, xs.key), status);
  const forged = known.replace(/\.(\d+)\./, '.9$1.');
  for (let i = 0; i < 10; i += 1) await statusOf(forged, xs.key);
  assert.equal(await statusOf(forged, xs.key), 429, 'a forged cookie is counted by address');
  assert.equal(await statusOf(known, ys.key), 429, 'the cookie of one recipient is nothing for another');
});

test('the code of one recipient opens the link for no other, nor does what it unlocked', async () => {
  const { reference, x, xs, ys } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const code = await codeFor(x);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: ys.key, Code: code })).status, 403);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
  const cookie = person.cookies.get('carrel_visit') ?? '';
  const anonymous = visitor(app, reference);
  anonymous.cookies.set('carrel_visit', cookie.replace(/^\d+/, '0'));
  assert.equal((await anonymous.ask('GET', '')).body.IsUnlocked, false);
});

test('people who get a copy open the link of its recipient, who is sent the code', async () => {
  const { reference, x, xs } = await sharedByCode({ EmailRecipientsCc: ['cc@recipients.test'] });
  assert.equal(await mailsTo('cc@recipients.test'), 0, 'the copies came with the mails of the recipients');
  await visitor(app, reference).open(xs.path);
  assert.match(await codeFor(x), /^\d{6}$/);
  assert.equal(await mailsTo('cc@recipients.test'), 0);
});

test('a scanner that opens every link and posts every form keeps nobody out', async () => {
  const { reference, x, xs, folderId } = await sharedByCode();
  const scanner = visitor(app, reference);
  for (let round = 0; round < 3; round += 1) {
    await fetch(new URL(xs.path, app.url), { method: 'HEAD' });
    const page = await scanner.open(xs.path);
    for (const [, source = ''] of page.text.matchAll(/(?:src|href)="([^"]+)"/g)) await scanner.open(source);
    await scanner.ask('GET', `?recipient=${xs.key}`);
    await scanner.ask('POST', '/codes', { Recipient: xs.key });
    for (const form of [
      { Recipient: xs.key, Code: '' },
      { Recipient: xs.key, Code: '123456 ' },
      { Password: 'test' },
    ]) {
      await scanner.ask('POST', '/unlock', form);
    }
    for (const path of ['/folders/1', '/documents/1', '/uploads']) await scanner.ask('GET', path);
  }
  const code = await codeFor(x);
  const person = visitor(app, reference);
  await person.open(xs.path);
  assert.equal(await mailsTo(x), 0);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
  assert.equal((await person.ask('GET', `/folders/${folderId}`)).status, 200);
});

test('codes are in no table, payload or log once they are sent, and links never were', async () => {
  const { reference, x, xs } = await sharedByCode();
  const person = visitor(app, reference);
  await person.open(xs.path);
  const jobs = await app.sql<{ payload: string }[]>`select payload::text from graphile_worker._private_jobs`;
  const code = await codeFor(x);
  await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  const mails = await app.sql`select to_jsonb(m)::text as text from mails m where recipient = ${x}`;
  const kept = JSON.stringify([jobs, mails, app.logs.filter(({ route }) => route !== undefined)]);
  for (const secret of [code, reference, xs.key]) assert.ok(!kept.includes(secret), secret);
  assert.ok(!JSON.stringify(app.logs).includes(reference));
});
