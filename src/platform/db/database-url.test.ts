import assert from 'node:assert/strict';
import { test } from 'node:test';
import { socketFolders } from './database-url.ts';

test("the folder of the server's socket is found in any form of the URL", () => {
  for (const [url, folders] of [
    ['postgres://carrel@%2Fvar%2Frun%2Fpostgresql/carrel', ['/var/run/postgresql']],
    ['postgres:///carrel?host=/tmp/run', ['/tmp/run']],
    ['postgres://carrel:secret@db.example:5433/carrel', []],
    ['postgres:///carrel', []],
  ] as const) {
    assert.deepEqual(socketFolders(url), folders, url);
  }
});
