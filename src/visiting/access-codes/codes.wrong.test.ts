import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statementsOf } from '../../../test/statements.ts';
import { visitor } from '../visits/visitor.fixture.ts';
import { startCodes } from './codes.fixture.ts';

const { app, sharedByCode, codeFor, mailsTo } = await startCodes();

test('a wrong code for an unknown recipient gets the same answer after the same statements', async () => {
  const { reference, xs } = await sharedByCode();
  const person = visitor(app, reference);
  const key = 'A'.repeat(22);
  const outcomeOf = async (body: Record<string, string>, path: string) => {
    let answer = await person.ask('GET', '');
    const statements = await statementsOf(app, async () => (answer = await person.ask('POST', path, body)));
    return { status: answer.status, body: Object.keys(answer.body), statements: statements.map(({ text }) => text) };
  };
  const wrong = { Code: '000000x' };
  // The first try of a browser brings it a cookie.
  await outcomeOf({ ...wrong, Recipient: key }, '/unlock');
  assert.deepEqual(
    await outcomeOf({ ...wrong, Recipient: key }, '/unlock'),
    await outcomeOf({ ...wrong, Recipient: xs.key }, '/unlock'),
  );
});

test('five wrong codes end the visit of a browser without affecting others', async () => {
  const { reference, x, xs } = await sharedByCode();
  const [attacker, person] = [visitor(app, reference), visitor(app, reference)];
  await person.open(xs.path);
  const code = await codeFor(x);
  const left = [];
  for (let i = 0; i < 5; i += 1) {
    const { status, body } = await attacker.ask('POST', '/unlock', { Recipient: xs.key, Code: 'wrong!' });
    assert.equal(status, 403);
    left.push(body.TriesLeft);
  }
  assert.deepEqual(left, [4, 3, 2, 1, 0]);
  assert.equal((await attacker.ask('GET', `?recipient=${xs.key}`)).body.Code.TriesLeft, 0);
  const ended = await attacker.ask('POST', '/unlock', { Recipient: xs.key, Code: code });
  assert.deepEqual([ended.status, ended.headers.get('retry-after')], [429, '600']);
  assert.equal((await person.ask('POST', '/unlock', { Recipient: xs.key, Code: code })).status, 200);
});

test('of several browsers that send the correct code concurrently, exactly one opens the link', async () => {
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

test('10 wrong codes within an hour block an address, 100 a recipient; other recipients are not affected', async () => {
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

test('a browser that has unlocked the link before is not blocked by others', async () => {
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

test('a browser that has unlocked the link before is limited by its own wrong codes only', async () => {
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

test('a scanner that opens every link and posts every form locks nobody out', async () => {
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
