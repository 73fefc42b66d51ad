/** Reads archives for tests. */
import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import yauzl from 'yauzl';
import type { Answer } from '../../../test/client.ts';

/** The content of an archive in order: contents by path, null for folders. */
export async function unpack({ status, text: answered, bytes }: Answer): Promise<Record<string, string | null>> {
  assert.equal(status, 200, answered);
  const found: [string, string | null][] = [];
  const file = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, strictFileNames: true });
  for await (const entry of file.eachEntry()) {
    const isFolder = entry.fileName.endsWith('/');
    found.push([entry.fileName, isFolder ? null : await text(await file.openReadStreamPromise(entry))]);
  }
  assert.equal(new Set(found.map(([path]) => path)).size, found.length);
  return Object.fromEntries(found);
}
