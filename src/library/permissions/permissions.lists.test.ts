/** Lists of entries: in pages, and sent back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '../../../test/client.ts';
import { startApp } from '../../../test/harness.ts';
import { corporateWorld } from './grants.fixture.ts';

const app = await startApp();

const nextOf = ({ headers }: Answer): string =>
  /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace('http://carrel.test', '') ?? '';

test('inherited entries that are sent back are left out, and errors name entries by their place in the body', async () => {
  const { w, path, grant } = await corporateWorld(app);
  const { userId } = w.ann;
  await grant('libraries', [{ UserId: userId, Allow: ['Read'] }]);
  await grant('folders', [{ UserId: userId, Allow: ['Write'] }]);
  await grant('documents', [{ UserId: userId, Allow: ['Grant'] }]);
  const { body: all } = await w.admin.api('GET', `${path('documents')}?inherited=true`);
  const own = all.slice(0, 1);
  assert.equal(all.length, 3);
  const put = await w.admin.api('PUT', path('documents'), all);
  assert.deepEqual([put.status, put.body], [200, own]);
  const nobody = { UserId: 1_000_000_000, Allow: ['Read'] };
  const refused = await w.admin.api('PUT', path('documents'), [...all, nobody]);
  assert.deepEqual([refused.status, refused.body.errors[0].instance], [400, '3.UserId']);
  assert.deepEqual((await w.admin.api('PUT', path('documents'), all.slice(1))).body, []);
});

test('entries are listed in pages', async () => {
  const { w, path, grant } = await corporateWorld(app);
  await grant('libraries', [{ UserId: w.bob.userId, Allow: ['Read'] }]);
  await grant(
    'folders',
    [w.ann, w.bob].map(({ userId }) => ({ UserId: userId, Allow: ['Read'] })),
  );
  const whole = `${path('folders')}?inherited=true`;
  const first = await w.admin.api('GET', `${whole}&top=2`);
  const last = await w.admin.api('GET', nextOf(first));
  assert.equal(last.headers.get('link'), null);
  assert.deepEqual([first.body.length, last.body.length], [2, 1]);
  assert.deepEqual([...first.body, ...last.body], (await w.admin.api('GET', whole)).body);
  // Entries that come and go between the pages are no reason to leave out others.
  const one = await w.admin.api('GET', `${path('folders')}?top=1`);
  await grant('folders', [{ UserId: w.bob.userId, Allow: ['Read'] }]);
  assert.deepEqual((await w.admin.api('GET', nextOf(one))).body, (await w.admin.api('GET', path('folders'))).body);
  for (const query of ['top=0', 'top=x', 'after=zz', 'after=Wy0xXQ', 'after=Wy0xLCIiXQ'])
    assert.equal((await w.admin.api('GET', `${path('folders')}?${query}`)).status, 400, query);
});
