import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { codeAt, confirm } from '../factors/authenticator.fixture.ts';
import { signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const CONFIRM = '/api/sessions/current/authentication';
const REQUIRED = '/reauthentication_required';
const STALE = 600_001;

test('sensitive changes require a session that was confirmed within ten minutes; API tokens need no confirmation', async () => {
  const w = await app.world();
  const domain = w.ann.email.split('@')[1] ?? '';
  const connection = async () =>
    (await w.admin.api('POST', '/api/admin/scim-connections', { Name: crypto.randomUUID() })).body.ConnectionId;
  const provider = { Name: 'P', Issuer: 'https://login.example.com', ClientId: 'c', ClientSecret: 's' };
  const { body: made } = await w.admin.api('POST', '/api/identity-providers', provider);
  const csv = `Email,Name,Role\n${crypto.randomUUID()}@${domain},New,Site admin`;
  const person = await w.addPerson('Leaver');
  const other = await w.addPerson('Other leaver');
  const [first, second] = [await w.addPerson('First admin'), await w.addPerson('Second admin')];
  const third = await w.addPerson('Former admin');
  for (const { userId } of [first, second, third])
    await w.admin.api('PATCH', `/api/users/${userId}`, { IsSiteAdmin: true });
  await w.admin.api('POST', '/api/users/bulk', { UserIds: [third.userId], Action: 'Deactivate' });
  // Changes that work only once have a variant for the token.
  const changes: [string, string, unknown, string?][] = [
    ['PATCH', `/api/users/${w.ann.userId}`, { Email: `new@${domain}` }],
    ['PATCH', `/api/users/${w.bob.userId}`, { IsSiteAdmin: true }],
    ['POST', '/api/users/bulk', { UserIds: [w.stranger.userId], Action: 'MakeSiteAdmin' }],
    ['PATCH', `/api/users/${first.userId}`, { IsSiteAdmin: false }],
    ['POST', '/api/users/bulk', { UserIds: [second.userId], Action: 'MakeMember' }],
    ['POST', '/api/users/bulk', { UserIds: [w.stranger.userId], Action: 'Deactivate' }],
    ['POST', '/api/users/bulk', { UserIds: [third.userId], Action: 'Reactivate' }],
    ['POST', '/api/users', { Email: `boss@${domain}`, Name: 'Boss', IsSiteAdmin: true }],
    ['POST', '/api/users/import', { Csv: csv }],
    ['PATCH', '/api/settings', { PasswordPolicy: { MinLength: 6 } }],
    ['POST', '/api/admin/scim-connections', { Name: crypto.randomUUID() }],
    ['DELETE', `/api/admin/scim-connections/${await connection()}`, undefined],
    ['PATCH', `/api/identity-providers/${made.ProviderId}`, { Name: 'Q' }],
    ['DELETE', `/api/identity-providers/${made.ProviderId}`, undefined],
    ['POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'program' }],
    ['DELETE', `/api/users/${person.userId}`, undefined],
  ];
  const admin = await signIn(w, w.admin);
  app.clock.advance(STALE);
  for (const [method, path, body] of changes) {
    const { status, body: problem } = await admin.api(method, path, body);
    assert.deepEqual(
      [status, problem.type, problem.AuthenticationRequired],
      [403, REQUIRED, true],
      `${method} ${path}`,
    );
  }
  // Other changes need no confirmation.
  const harmless: [string, string, unknown][] = [
    ['PATCH', `/api/users/${w.ann.userId}`, { Name: 'Anne', Email: w.ann.email }],
    ['POST', '/api/users/import', { Csv: csv, DryRun: true }],
    ['PATCH', '/api/settings', { PasswordPolicy: { MinLength: 10 }, MaxLinkExpirationDays: 30 }],
    ['POST', '/api/users', { Email: `member@${domain}`, Name: 'Member' }],
  ];
  for (const [method, path, body] of harmless) {
    assert.ok((await admin.api(method, path, body)).status < 300, `${method} ${path}`);
  }
  assert.equal((await admin.api('POST', CONFIRM, { Password: w.admin.password })).status, 204);
  for (const [method, path, body] of changes) {
    const { status, text } = await admin.api(method, path, body);
    assert.ok(status < 300, `${method} ${path}: ${text}`);
  }
  app.clock.advance(STALE);
  assert.equal((await w.admin.api('DELETE', `/api/users/${other.userId}`)).status, 204);
});

test('a session says when it was authenticated, and how it can be confirmed', async () => {
  const w = await app.world();
  const browser = await signIn(w, w.ann);
  const DateAuthenticated = app.clock.now.toISOString();
  assert.deepEqual((await browser.api('GET', CONFIRM)).body, {
    DateAuthenticated,
    IsFresh: true,
    Methods: ['Password'],
  });
  const { body: setup } = await browser.api('POST', '/api/users/me/second-factors/totp');
  await confirm(browser, codeAt(setup.Secret, app.clock.now));
  app.clock.advance(STALE);
  assert.deepEqual((await browser.api('GET', CONFIRM)).body, {
    DateAuthenticated,
    IsFresh: false,
    Methods: ['Password', 'Totp'],
  });
  // A person who only has a provider signs in again.
  await app.sql`update users set password_hash = null where user_id = ${w.bob.userId}`;
  await app.sql`update sessions set user_id = ${w.bob.userId} where session_id = ${browser.sessionId}`;
  assert.deepEqual((await browser.api('GET', CONFIRM)).body.Methods, []);
});
