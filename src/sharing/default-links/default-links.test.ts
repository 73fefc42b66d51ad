import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import type { Person } from '../../../test/world.ts';
import { worldWithItems } from '../share-creation/share-creation.fixture.ts';

const app = await startApp();

const DAY_MS = 86_400_000;

/** Provides the default link of a person to the item. */
async function items() {
  const { w, ann, bob, folderId, documentId } = await worldWithItems(app);
  const provide = async (item: string, by: Person = ann) => (await by.api('PUT', `/api/${item}/shares/default`)).body;
  return {
    w,
    ann,
    bob,
    folderId,
    documentId,
    folder: `folders/${folderId}`,
    document: `documents/${documentId}`,
    provide,
  };
}

test('the default link is for anyone, to view and download, for a week, and the same each time', async () => {
  const { ann, folder, document, provide } = await items();
  for (const item of [folder, document]) {
    const made = await provide(item);
    assert.deepEqual(
      [made.AllowView, made.AllowDownload, made.HasPassword, made.AccessCodeRequired],
      [true, true, false, false],
    );
    assert.equal(Date.parse(made.ExpiresOn) - Date.parse(made.DateCreated), 7 * DAY_MS);
    assert.deepEqual(await provide(item), made);
  }
  assert.equal((await ann.api('GET', '/api/users/me/shares')).body.length, 2);
});

test('two requests at once create one link', async () => {
  const { ann, folder, provide } = await items();
  const both = await app.sql.begin(async (tx) => {
    await tx`select from users where user_id = ${ann.userId} for update`;
    const sent = [provide(folder), provide(folder)];
    await untilWaiting(app, 2);
    return { answers: Promise.all(sent) };
  });
  const [one, other] = await both.answers;
  assert.equal(one.ShareId, other.ShareId);
  assert.equal((await ann.api('GET', '/api/users/me/shares')).body.length, 1);
});

test('everybody has a default link of their own, and it needs Grant', async () => {
  const { w, ann, bob, folder, folderId, provide } = await items();
  const made = await provide(folder);
  assert.equal((await bob.api('PUT', `/api/${folder}/shares/default`)).status, 403);
  await grant(app, bob, { folderId }, { allow: ['Read', 'Grant'] });
  const others = await provide(folder, bob);
  assert.notEqual(others.ShareId, made.ShareId);
  assert.deepEqual([made.CreatedBy, others.CreatedBy], [ann.email, bob.email]);
  await app.sql`update permissions set allow = 1 where user_id = ${bob.userId}`;
  assert.equal((await bob.api('PUT', `/api/${folder}/shares/default`)).status, 403, 'also for a link that exists');
  assert.equal((await w.stranger.api('PUT', `/api/${folder}/shares/default`)).status, 403);
});

test('a revoked or expired default link is replaced, and a changed one stays', async () => {
  const { ann, folder, provide } = await items();
  const first = await provide(folder);
  const change = await ann.api('PATCH', `/api/${folder}/shares/${first.ShareId}`, {
    ExpireStyle: 'days',
    ExpirationValue: 1,
  });
  assert.equal(change.status, 200);
  assert.equal((await provide(folder)).ExpiresOn, change.body.ExpiresOn);
  await ann.api('DELETE', `/api/${folder}/shares/${first.ShareId}`);
  const second = await provide(folder);
  assert.notEqual(second.ShareId, first.ShareId);
  app.clock.now = new Date(Date.parse(second.ExpiresOn) + 1);
  const third = await provide(folder);
  assert.notEqual(third.ShareId, second.ShareId);
  // The former default becomes valid again, as an ordinary link.
  await ann.api('PATCH', `/api/${folder}/shares/${second.ShareId}`, { ExpireStyle: 'never' });
  assert.equal((await provide(folder)).ShareId, third.ShareId);
});

test('a default link that opens only by personal links, has no downloads left, or did not pass its check, is replaced', async () => {
  const { folder, provide } = await items();
  const first = await provide(folder);
  await app.sql`update shares set access_code_required = true where share_id = ${first.ShareId}`;
  const second = await provide(folder);
  assert.notEqual(second.ShareId, first.ShareId);
  await app.sql`update shares set status = 'Pending', refused_at = ${app.clock.now} where share_id = ${second.ShareId}`;
  const third = await provide(folder);
  assert.notEqual(third.ShareId, second.ShareId);
  await app.sql`update shares set max_downloads = 2, download_count = 2 where share_id = ${third.ShareId}`;
  assert.notEqual((await provide(folder)).ShareId, third.ShareId);
});

test('the settings shorten the default link, and links that people make are never the default', async () => {
  const { w, ann, folder, folderId, provide } = await items();
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 3 });
  const own = await ann.api('POST', `/api/${folder}/share`, {
    AllowView: true,
    ExpireStyle: 'days',
    ExpirationValue: 1,
  });
  const made = await provide(folder);
  assert.notEqual(made.ShareId, own.body.ShareId);
  assert.equal(Date.parse(made.ExpiresOn) - Date.parse(made.DateCreated), 3 * DAY_MS);
  // One that the setting allows no longer is replaced.
  await w.admin.api('PATCH', '/api/settings', { MaxLinkExpirationDays: 1 });
  const shorter = await provide(folder);
  assert.notEqual(shorter.ShareId, made.ShareId);
  assert.equal((await provide(folder)).ShareId, shorter.ShareId);
  // A bare date ends with its day.
  const day = new Date(app.clock.now.getTime() + DAY_MS).toISOString().slice(0, 10);
  const dated = { ExpireStyle: 'date', ExpiresOn: day };
  assert.equal((await ann.api('PATCH', `/api/${folder}/shares/${shorter.ShareId}`, dated)).status, 200);
  assert.equal((await provide(folder)).ShareId, shorter.ShareId);
  await ann.api('DELETE', `/api/users/me/shares/${shorter.ShareId}`);
  const listed = await ann.api('GET', `/api/users/me/shares?folderId=${folderId}`);
  assert.equal(listed.body.length, 2);
  assert.deepEqual((await ann.api('GET', '/api/users/me/shares?folderId=999999')).body, []);
});
