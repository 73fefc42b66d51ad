import assert from 'node:assert/strict';
import { test } from 'node:test';
import { client } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import type { World } from '../../../test/world.ts';
import { newToken } from '../../platform/crypto/secrets.ts';
import { cookieOf, isSignedIn, signIn, trySignIn } from './browser.fixture.ts';

// Behind a proxy, so that requests can come from everywhere.
const app = await startApp({ trustProxy: true });
const limited = await startApp({ trustProxy: true, rateLimit: 5 });

const PATH = '/api/users/me';
const from = (address: string) => ({ 'x-forwarded-for': address });
const invented = [
  () => ({ authorization: `Bearer ${newToken()}` }),
  () => ({ authorization: `Carrel-TOKEN ${crypto.randomUUID()}` }),
  () => ({ authorization: 'Basic YTpi' }),
  () => ({ cookie: `carrel_session=${crypto.randomUUID()}` }),
];

/** Sends invented credentials of all kinds; returns the statuses. */
async function sendInvented(w: World, count: number, addressOf: (i: number) => string): Promise<number[]> {
  const headers = (i: number) => ({ ...invented[i % invented.length]?.(), ...from(addressOf(i)) });
  const answers = Array.from({ length: count }, (_, i) => w.anonymous.api('GET', PATH, undefined, headers(i)));
  return (await Promise.all(answers)).map(({ status }) => status);
}

test('after 100 invalid credentials in a minute an address gets 429 for unknown ones, and a valid one still works', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const address = '192.0.2.1';
  assert.deepEqual(new Set(await sendInvented(w, 100, () => address)), new Set([401]));
  app.clock.advance(20_000);
  assert.deepEqual(new Set(await sendInvented(w, 12, () => address)), new Set([429]));
  const refused = await w.anonymous.api('GET', PATH, undefined, { ...invented[0]?.(), ...from(address) });
  assert.deepEqual([refused.status, refused.body.type], [429, '/too_many_requests']);
  assert.equal(refused.headers.get('retry-after'), '40');
  assert.equal((await w.ann.api('GET', PATH, undefined, from(address))).status, 200);
  assert.equal((await browser.api('GET', PATH, undefined, from(address))).status, 200);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password, from(address))).status, 201);
  assert.deepEqual(await sendInvented(w, 1, () => '192.0.2.2'), [401]);
  app.clock.advance(40_000);
  assert.deepEqual(await sendInvented(w, 1, () => address), [401]);
});

test('the addresses of an IPv6 network count as one', async () => {
  const w = await app.world();
  const statuses = await sendInvented(w, 110, (i) => `2001:db8:5:5::${i + 1}`);
  assert.equal(statuses.filter((status) => status === 429).length, 10);
  assert.deepEqual(await sendInvented(w, 1, () => '2001:db8:5:6::1'), [401]);
});

test('a request without a credential, and the cookie of a session that has ended, are 401 however often', async () => {
  const w = await app.world();
  const ended = await signIn(w, w.ann);
  assert.equal((await ended.api('DELETE', '/api/sessions/current')).status, 204);
  const addressed = from('192.0.2.9');
  for (let i = 0; i < 110; i += 1) {
    const answer = await w.anonymous.api(
      'GET',
      PATH,
      undefined,
      i % 2 === 0 ? addressed : { ...addressed, cookie: ended.cookie },
    );
    assert.equal(answer.status, 401);
  }
  assert.deepEqual(await sendInvented(w, 1, () => '192.0.2.9'), [401]);
});

test('sessions opened before secrets had a tag still work', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  await app.sql`update sessions set session_hash = sha256('old') where session_id = ${browser.sessionId}`;
  const answer = await w.anonymous.api('GET', PATH, undefined, { cookie: 'carrel_session=old' });
  assert.equal(answer.status, 200);
});

test('a request with a valid credential does not count', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  for (const somebody of [w.ann, browser]) {
    await somebody.api('GET', PATH);
    const statements = await statementsOf(app, () => somebody.api('GET', PATH));
    assert.ok(statements.length > 0 && statements.every(({ text }) => !text.includes('throttles')));
  }
});

test('RATE_LIMIT counts invented credentials and sign-ins by address, whatever their headers', async () => {
  const w = await limited.world();
  const token = () => ({ authorization: `Bearer ${newToken()}` });
  const requests: ((i: number) => Promise<{ status: number }>)[] = [
    (i) => w.anonymous.api('GET', PATH, undefined, { ...token(), ...from(`192.0.2.${i}`) }),
    (i) =>
      w.anonymous.api('GET', PATH, undefined, {
        cookie: `carrel_session=${i}${crypto.randomUUID()}`,
        ...from(`192.0.2.${i}`),
      }),
    (i) => trySignIn(w, `${crypto.randomUUID()}@example.test`, 'wrong', { ...token(), ...from(`192.0.2.${i}`) }),
    (i) =>
      trySignIn(w, `${crypto.randomUUID()}@example.test`, 'wrong', {
        cookie: `a=${crypto.randomUUID()}`,
        ...from(`192.0.2.${i}`),
      }),
    (i) => w.anonymous.api('GET', `/link/${crypto.randomUUID()}`, undefined, { ...token(), ...from(`192.0.2.${i}`) }),
  ];
  for (const [i, request] of requests.entries()) {
    limited.clock.advance(1000);
    const statuses = [];
    for (let sent = 0; sent < 8; sent += 1) statuses.push((await request(i)).status);
    assert.deepEqual(statuses.slice(5), [429, 429, 429], String(i));
    assert.ok(!statuses.slice(0, 5).includes(429));
    // A valid credential counts for itself, from the same address too.
    assert.equal((await w.ann.api('GET', PATH, undefined, from(`192.0.2.${i}`))).status, 200);
  }
});

test('RATE_LIMIT counts a valid credential by itself, from any address and in any form', async () => {
  const w = await limited.world();
  limited.clock.advance(1000);
  const cookie = cookieOf(await trySignIn(w, w.ann.email, w.ann.password, from('192.0.2.50')));
  const again = [`Bearer ${w.ann.token}`, `carrel-TOKEN ${w.ann.token}`, `x-token  ${w.ann.token}`];
  const statuses = [];
  for (let i = 0; i < 7; i += 1) {
    const headers = { authorization: again[i % 3] ?? '', cookie: `a=${i}`, ...from(`198.51.100.${i}`) };
    statuses.push((await client(limited.url, null).api('GET', PATH, undefined, headers)).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
  const browser = { cookie, ...from('198.51.100.1') };
  const answer = await w.anonymous.api('GET', PATH, undefined, browser);
  assert.deepEqual([answer.status, answer.headers.get('ratelimit-remaining')], [200, '4']);
  assert.equal((await w.bob.api('GET', PATH)).status, 200);
  assert.equal(await isSignedIn(await signIn(w, w.bob, from('192.0.2.51'))), true);
});
