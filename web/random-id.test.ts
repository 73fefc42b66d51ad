import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { randomId } from './random-id.ts';

test('ids are random UUIDs of version 4', () => {
  const ids = Array.from({ length: 100 }, randomId);
  for (const id of ids) assert.match(id, /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  assert.equal(new Set(ids).size, ids.length);
});

test('no part of the web app uses randomUUID, which pages without TLS do not have', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname, exclude: ['dist*/**', '**/*.test.ts'] });
  const using = files.filter((file) => /\.randomUUID\(/.test(readFileSync(resolve(import.meta.dirname, file), 'utf8')));
  assert.ok(files.length > 100);
  assert.deepEqual(using, []);
});
