import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant } from '../../../test/factories/permissions.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';
import { signIn } from '../../people/sessions/browser.fixture.ts';
import { referenceOfShare } from '../visits/visitor.fixture.ts';

const app = await startApp();

/** Opens a page in a browser in which the person is signed in. */
async function openAs(w: World, person: Person, path: string) {
  const { cookie } = await signIn(w, person);
  const response = await fetch(`${app.url}${path}`, { headers: { cookie }, redirect: 'manual' });
  return [response.status, response.headers.get('location')];
}

async function shared(more: Record<string, boolean | string | Date> = {}) {
  const w = await app.world();
  const { ann } = w;
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  const shareId = await makeShare(app, ann, { folderId }, more);
  const page = `/folder/${folderId}/share/${await referenceOfShare(app, shareId)}`;
  return { w, ann, folderId, shareId, page };
}

test('a signed-in user with access is redirected to the item in the app, and everybody else gets the page of the link', async () => {
  const { w, folderId, page } = await shared();
  const inApp = [303, `/folders/${folderId}`];
  assert.deepEqual(await openAs(w, w.ann, page), inApp);
  assert.deepEqual(await openAs(w, w.ann, `${page}?as=visitor`), [200, null]);
  assert.deepEqual(await openAs(w, w.bob, page), [200, null]);
  assert.deepEqual(await openAs(w, w.other, page), [200, null]);
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  assert.deepEqual(await openAs(w, w.bob, page), inApp);
  const [row] = await app.sql`select open_count as count from shares where folder_id = ${folderId}`;
  assert.equal(row?.['count'], 0, 'it is no opening of the link');
  assert.deepEqual(await openAs(w, w.ann, `/folder/${folderId}/share/unknown`), [404, null]);
  assert.deepEqual(await openAs(w, w.ann, page.replace(`/${folderId}/`, `/${folderId + 1}/`)), [404, null]);
});

test('a user with access is redirected to the app from an ended link too, and without a code', async () => {
  const expired = await shared({ expires_at: app.clock.now });
  assert.deepEqual(await openAs(expired.w, expired.ann, expired.page), [303, `/folders/${expired.folderId}`]);
  assert.deepEqual(await openAs(expired.w, expired.w.bob, expired.page), [410, null]);
  const coded = await shared({ access_code_required: true });
  assert.deepEqual(await openAs(coded.w, coded.ann, coded.page), [303, `/folders/${coded.folderId}`]);
});

test('a user who can do less in the app than by the link, or is asked for files, gets the page of the link', async () => {
  const { w, folderId, page } = await shared({ allow_upload: true });
  await grant(app, w.bob, { folderId }, { allow: ['Read'] });
  assert.deepEqual(await openAs(w, w.bob, page), [200, null]);
  assert.deepEqual(await openAs(w, w.ann, page), [303, `/folders/${folderId}`]);
  const guided = await shared({ allow_upload: true, share_type: 'Template' });
  assert.deepEqual(await openAs(guided.w, guided.ann, guided.page), [200, null]);
  const trashed = await shared();
  await trashed.ann.api('DELETE', `/api/folders/${trashed.folderId}`);
  assert.deepEqual(await openAs(trashed.w, trashed.ann, trashed.page), [404, null]);
});
