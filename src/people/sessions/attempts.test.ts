import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { visitor } from '../../visiting/visits/visitor.fixture.ts';
import type { World } from '../../../test/world.ts';
import { trySignIn } from './browser.fixture.ts';

// Behind a proxy, so that requests can come from everywhere.
const app = await startApp({
  baseUrl: 'https://carrel.test',
  webUrl: 'https://carrel.test',
  trustProxy: true,
  hstsSubDomains: true,
});

const from = (address: string) => ({ 'x-forwarded-for': address });

async function statuses(w: World, email: string, password: string, addresses: string[]): Promise<number[]> {
  const answers = addresses.map((address) => trySignIn(w, email, password, from(address)));
  return (await Promise.all(answers)).map((answer) => answer.status).sort((a, b) => a - b);
}

const times = (count: number, address: string) => Array<string>(count).fill(address);

test('over https the session cookie belongs to the host only, and one without the prefix is ignored', async () => {
  const w = await app.world();
  const answer = await trySignIn(w, w.ann.email, w.ann.password);
  const [cookie = ''] = answer.headers.getSetCookie();
  assert.match(cookie, /^__Host-carrel_session=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  const own = cookie.split(';', 1)[0] ?? '';
  const me = (sent: string) => w.anonymous.api('GET', '/api/users/me', undefined, { cookie: sent });
  assert.equal((await me(own)).status, 200);
  assert.equal((await me(own.replace('__Host-', ''))).status, 401);
  const origin = 'https://carrel.test';
  const parked = await w.anonymous.api('POST', '/api/sessions/parked', undefined, { cookie: own, origin });
  assert.match(parked.headers.getSetCookie()[0] ?? '', /^__Host-carrel_parked=[^;]+; .*Path=\/; HttpOnly; Secure/);
  const out = await w.anonymous.api('DELETE', '/api/sessions/current', undefined, { cookie: own, origin });
  // Browsers refuse a cookie with the prefix that is not Secure, also one that ends it.
  assert.match(out.headers.getSetCookie()[0] ?? '', /^__Host-carrel_session=; Max-Age=0; Path=\/;.* Secure/);
  assert.equal(answer.headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
});

test('over https the cookie of a link is accepted from secure pages only and opens the link', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const share = { AllowView: true, Password: 'open sesame now' };
  const { body } = await ann.api('POST', `/api/folders/${folderId}/share`, share);
  const somebody = visitor(app, body.ReferenceString);
  const headers = { origin: 'https://carrel.test' };
  const unlocked = await somebody.ask('POST', '/unlock', { Password: share.Password }, headers);
  assert.match(
    unlocked.headers.getSetCookie()[0] ?? '',
    /^__Secure-carrel_visit=[^;]+; Max-Age=43200; Path=\/link\/[\w-]{22}; HttpOnly; Secure; SameSite=Lax$/,
  );
  assert.equal((await somebody.ask('GET', `/folders/${folderId}`)).status, 200);
});

test('after ten wrong passwords an address gets 429 for ten minutes, even with the correct one', async () => {
  const w = await app.world();
  assert.deepEqual(await statuses(w, w.ann.email, 'wrong', times(10, '192.0.2.1')), Array(10).fill(401));
  app.clock.advance(240_000);
  const refused = await trySignIn(w, w.ann.email, w.ann.password, from('192.0.2.1'));
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '360');
  assert.deepEqual(refused.headers.getSetCookie(), []);
  assert.equal((await trySignIn(w, w.bob.email, w.bob.password, from('192.0.2.1'))).status, 201);
  app.clock.advance(360_000);
  assert.equal((await trySignIn(w, w.ann.email, w.ann.password, from('192.0.2.1'))).status, 201);
});

test('the owner can sign in from elsewhere meanwhile: the account is never locked', async () => {
  const w = await app.world();
  await statuses(w, w.ann.email, 'wrong', [...times(10, '192.0.2.1'), '192.0.2.2', '192.0.2.3']);
  for (let i = 0; i < 3; i += 1) {
    assert.equal((await trySignIn(w, w.ann.email, w.ann.password, from('198.51.100.7'))).status, 201);
  }
});

test('of concurrent attempts from one IPv6 network at most ten are checked', async () => {
  const w = await app.world();
  const addresses = Array.from({ length: 25 }, (_, i) => `2001:db8:0:1::${i + 1}`);
  const answers = await statuses(w, w.ann.email, 'wrong', addresses);
  assert.equal(answers.filter((status) => status === 401).length, 10);
  assert.equal(answers.filter((status) => status === 429).length, 15);
});

test('attempts with an unknown address are refused in the same way', async () => {
  const w = await app.world();
  const answers = await statuses(w, 'nobody@example.test', 'wrong', times(11, '192.0.2.9'));
  assert.deepEqual([answers[0], answers.at(-1)], [401, 429]);
});

test('wrong current passwords count together with wrong sign-ins', async () => {
  const w = await app.world();
  const change = () =>
    w.ann.api(
      'PUT',
      '/api/users/me/password',
      { CurrentPassword: 'wrong', NewPassword: 'long enough' },
      from('192.0.2.1'),
    );
  for (let i = 0; i < 9; i += 1) assert.equal((await change()).status, 403);
  assert.equal((await trySignIn(w, w.ann.email, 'wrong', from('192.0.2.1'))).status, 401);
  const refused = await change();
  assert.equal(refused.status, 429);
  assert.equal(refused.headers.get('retry-after'), '600');
});

test('after 50 wrong passwords for any accounts an address gets 429, and the owners sign in from elsewhere', async () => {
  const w = await app.world();
  const spray = (first: number, end: number) =>
    Promise.all(
      Array.from({ length: end - first }, (_, i) =>
        trySignIn(w, `account${first + i}@example.test`, 'Summer2026', from('2001:db8:7::1')),
      ),
    );
  for (const answer of await spray(0, 49)) assert.equal(answer.status, 401);
  assert.equal((await trySignIn(w, w.ann.email, 'Summer2026', from('2001:db8:7::2'))).status, 401);
  const refused = await trySignIn(w, w.bob.email, 'Summer2026', from('2001:db8:7::3'));
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '600']);
  for (const { email, password } of [w.ann, w.bob]) {
    assert.equal((await trySignIn(w, email, password, from('2001:db8:8::1'))).status, 201);
  }
});

test('more concurrent sign-ins than the queue holds return 503 and do not count as wrong', async () => {
  const w = await app.world();
  const attempts = Array.from({ length: 200 }, (_, i) =>
    trySignIn(w, i % 20 === 0 ? w.ann.email : `busy${i}@example.test`, 'wrong', from(`198.18.0.${i}`)),
  );
  const answers = await Promise.all(attempts);
  const refused = answers.filter(({ status }) => status === 503);
  assert.ok(refused.length > 0 && refused.length < 200);
  assert.ok(answers.every(({ status }) => status === 401 || status === 503));
  assert.deepEqual([...new Set(refused.map(({ headers }) => headers.get('retry-after')))], ['3']);
  const again = await trySignIn(w, w.ann.email, w.ann.password, from('198.18.1.1'));
  assert.equal(again.status, 201);
});
