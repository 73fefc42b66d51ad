/** Accounts for site admins, and repeated invitations. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addGroup } from '../../library/permissions/grants.fixture.ts';
import { signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
const mailsTo = (email: string) => app.sql`select text_body from mails where recipient = ${email} order by mail_id`;

test('an account shows password state, sessions, tokens, groups and last activity', async () => {
  const w = await app.world();
  const { status, body } = await w.admin.api('GET', `/api/users/${w.ann.userId}/account`);
  assert.deepEqual([status, body.LastSeen], [200, null]);
  const GroupId = await addGroup(w, 'Sales', [w.ann]);
  await signIn(w, w.ann);
  assert.deepEqual((await w.admin.api('GET', `/api/users/${w.ann.userId}/account`)).body, {
    HasPassword: true,
    InvitationExpiresOn: null,
    LastSeen: app.clock.now.toISOString(),
    SessionCount: 1,
    TokenCount: 1,
    Groups: [{ GroupId, GroupName: 'Sales' }],
  });
  for (const [person, refusal] of [
    [w.ann, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('GET', `/api/users/${w.ann.userId}/account`)).status, refusal);
  }
});

test('a new invitation replaces the old link; with a password it returns 409', async () => {
  const w = await app.world();
  const Email = `${crypto.randomUUID()}@people.test`;
  const { UserId } = (await w.admin.api('POST', '/api/users', { Email, Name: 'Eve' })).body;
  const account = async () => (await w.admin.api('GET', `/api/users/${UserId}/account`)).body;
  const first = await account();
  assert.equal(first.HasPassword, false);
  app.clock.advance(1000);
  assert.equal((await w.admin.api('POST', `/api/users/${UserId}/invitation`)).status, 204);
  assert.ok((await account()).InvitationExpiresOn > first.InvitationExpiresOn);
  const [old, fresh] = (await mailsTo(Email)).map((mail) => /invitation#(\S+)/.exec(mail['text_body'])?.[1]);
  const accept = (Token?: string) =>
    w.anonymous.api('POST', '/api/invitations/accept', { Token, NewPassword: w.ann.password });
  assert.equal((await accept(old)).status, 410);
  assert.equal((await accept(fresh)).status, 204);
  assert.equal((await w.admin.api('POST', `/api/users/${UserId}/invitation`)).status, 409);
  for (const [person, refusal] of [
    [w.ann, 403],
    [w.other, 404],
    [w.anonymous, 401],
  ] as const) {
    assert.equal((await person.api('POST', `/api/users/${UserId}/invitation`)).status, refusal);
  }
});
