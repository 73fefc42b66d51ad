import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../harness.ts';
import { listAddresses, listPages } from '../../web/page-list.ts';
import { WEB_PAGES } from '../../src/web-pages.ts';

const app = await startApp();

test('every address of the web app returns the shell of the app', async () => {
  const addresses = await listAddresses();
  assert.ok(addresses.length > 30);
  for (const { path } of addresses) {
    const { status, headers } = await fetch(new URL(path.replace(/:\w+/g, '1'), app.url));
    // A link that does not exist is 404, by the same shell.
    const answer = `${path.includes(':reference') && status === 404 ? 200 : status} ${headers.get('content-type')}`;
    assert.equal(answer, '200 text/html; charset=utf-8', path);
  }
});

test('the server and the web app have the same pages', async () => {
  assert.deepEqual(WEB_PAGES, await listPages());
});

test('pages before sign-in load no scripts of signed-in pages', async () => {
  const audiences = new Map(WEB_PAGES.map(({ path, audience }) => [path, audience]));
  assert.deepEqual(
    ['/sign-in', '/password-reset', '/invitation', '/', '/folders/:id', '/admin/people'].map((path) =>
      audiences.get(path),
    ),
    ['common', 'common', 'common', 'inside', 'inside', 'inside'],
  );
});
