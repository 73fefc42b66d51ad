import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';

const app = await startApp();

test('a site admin creates a corporate library: 201, Location, the whole shape', async () => {
  const { admin } = await app.world();
  const { status, headers, body } = await admin.api('POST', '/api/libraries', { LibraryName: ' Contracts ' });
  assert.equal(status, 201);
  const self = `http://carrel.test/api/libraries/${body.LibraryId}`;
  assert.deepEqual(body, {
    LibraryId: body.LibraryId,
    LibraryName: 'Contracts',
    IsPrivate: false,
    Links: { Self: self, Folders: `${self}/folders` },
  });
  assert.equal(headers.get('location'), self);
  assert.deepEqual((await admin.api('GET', `/api/libraries/${body.LibraryId}`)).body, body);
});
