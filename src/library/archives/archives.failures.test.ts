import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, readlink, rm, truncate } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { addManyDocuments, addManyFolders } from '../../../test/factories/bulk.ts';
import { grant } from '../../../test/factories/permissions.ts';
import { startApp } from '../../../test/harness.ts';
import { statementsOf } from '../../../test/statements.ts';
import { storedFiles } from '../../content/blobs/stored-files.fixture.ts';
import { unpack } from './unpack.fixture.ts';

const app = await startApp({}, { own: 'counts the stored files' });
const w = await app.world();
const { ann } = w;

/** Downloads; returns the promised and received bytes, and whether the connection broke. Reads nothing before `work`. */
async function download(path: string, work: () => Promise<void> = async () => {}) {
  const headers = { authorization: `Bearer ${ann.token}` };
  const sent = request(new URL(path, app.url), { headers, agent: false }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await work();
  const parts: Buffer[] = [];
  answer.on('data', (part: Buffer) => parts.push(part)).once('error', () => {});
  if (!answer.closed) await new Promise((resolve) => void answer.once('close', resolve));
  const promised = Number(answer.headers['content-length']);
  return { promised, came: Buffer.concat(parts), broke: !answer.complete };
}

const openBlobs = async () => {
  const links = await readdir('/proc/self/fd');
  const targets = await Promise.all(links.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')));
  return targets.filter((target) => target.includes('/blobs/') && /[0-9a-f]{12}$/.test(target)).length;
};

test('a lost or changed content breaks the archive off and is logged', async () => {
  const damages: [Buffer, (path: string) => Promise<void>, RegExp][] = [
    [Buffer.alloc(100, 'a'), (path) => rm(path), /is missing from the store/],
    [Buffer.alloc(100, 'b'), (path) => truncate(path, 99), /another size/],
    [Buffer.alloc(100_000, 'c'), (path) => rm(path), /is missing from the store/],
    [Buffer.alloc(100_000, 'd'), (path) => truncate(path, 99_999), /another size/],
    [Buffer.alloc(100_000, 'e'), (path) => truncate(path, 100_001), /another size/],
  ];
  for (const [index, [content, damage, reason]] of damages.entries()) {
    const folderId = await ann.folder(ann.libraryId, `Damaged ${index}`);
    await ann.document(folderId, 'a.txt', `good ${index}`);
    const before = await storedFiles(app);
    await ann.document(folderId, 'b.txt', content);
    const path = `/api/folders/${folderId}/zip`;
    const good = await ann.api('GET', path);
    for (const file of await storedFiles(app)) if (!before.includes(file)) await damage(file);
    app.logs.length = 0;
    const { promised, came, broke } = await download(path);
    assert.deepEqual([broke, promised], [true, good.bytes.length]);
    assert.ok(good.bytes.subarray(0, came.length).equals(came));
    const line = app.logs.find((entry) => entry['level'] === 50);
    assert.match(JSON.stringify(line), reason);
    assert.equal(await openBlobs(), 0);
  }
});

test('a purge during sending breaks the archive off and never changes its bytes', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Purged meanwhile');
  // More than the sockets hold, so that the sending waits for its reader.
  for (let index = 0; index < 12; index += 1) {
    await ann.document(folderId, `${index}.bin`, Buffer.alloc(5_000_000, `${index}`));
  }
  const path = `/api/folders/${folderId}/zip`;
  const good = await ann.api('GET', path);
  const { promised, came, broke } = await download(path, async () => {
    assert.equal((await ann.api('DELETE', `/api/folders/${folderId}?purge=true`)).status, 204);
    await app.runJobs();
  });
  assert.deepEqual([broke, promised], [true, good.bytes.length]);
  assert.ok(came.length > 0 && good.bytes.subarray(0, came.length).equals(came));
  assert.equal((await ann.api('GET', path)).status, 404);
});

test('an archive is consistent, whatever is moved, renamed and revised meanwhile', async () => {
  const [one, two] = [await ann.folder(ann.libraryId, 'One'), await ann.folder(ann.libraryId, 'Two')];
  const documentId = await ann.document(one, 'a.txt', '0');
  const over = new AbortController();
  const change = async () => {
    for (let round = 1; !over.signal.aborted; round += 1) {
      await ann.api('PATCH', `/api/documents/${documentId}`, { FolderId: round % 2 === 0 ? one : two });
      await ann.revise(documentId, 'a.txt', `${round}`);
    }
  };
  const changing = change();
  for (let round = 0; round < 30; round += 1) {
    const found = await unpack(await ann.api('POST', '/api/folders/zipcontent', { FolderIds: [one, two] }));
    const documents = Object.keys(found).filter((path) => path.endsWith('.txt'));
    assert.equal(documents.length, 1, JSON.stringify(found));
  }
  over.abort();
  await changing;
});

test('clients that disconnect leave no open files', async () => {
  const folderId = await ann.folder(ann.libraryId, 'Broken off');
  for (let index = 0; index < 8; index += 1) {
    await ann.document(folderId, `${index}.bin`, Buffer.alloc(index % 2 === 0 ? 30_000 : 2_000_000, `${index}`));
  }
  const url = `${app.url}/api/folders/${folderId}/zip`;
  for (let i = 0; i < 30; i++) {
    const broken = new AbortController();
    const answer = fetch(url, { headers: { authorization: `Bearer ${ann.token}` }, signal: broken.signal });
    if (i % 2 === 0) await answer;
    else await setTimeout(i / 3);
    broken.abort();
    await answer.catch(() => {});
  }
  // Requests whose client has left already may only begin now.
  for (let quiet = 0, waited = 0; quiet < 20 && waited < 1000; waited++) {
    quiet = (await openBlobs()) === 0 ? quiet + 1 : 0;
    await setTimeout(10);
  }
  assert.equal(await openBlobs(), 0);
  assert.equal((await ann.api('GET', `/api/folders/${folderId}/zip`)).status, 200);
});

test('an archive takes the same statements for 10 and for 1 000 folders and documents', async () => {
  await w.bob.api('GET', '/api/libraries');
  const counts: number[] = [];
  for (const size of [10, 1000]) {
    const folderId = await ann.folder(ann.libraryId, `Archive of ${size}`);
    await addManyFolders(app, ann, folderId, size);
    await addManyDocuments(app, ann, folderId, size);
    await grant(app, w.bob, { folderId }, { allow: ['Read'] });
    const documentId = await ann.document(folderId, 'alone.txt', `${size}`);
    for (const person of [ann, w.bob]) {
      const statements = await statementsOf(app, async () => {
        const body = { FolderIds: [folderId], DocumentIds: [documentId] };
        const found = await unpack(await person.api('POST', '/api/folders/zipcontent', body));
        assert.equal(Object.keys(found).length, 2 * size + 2);
      });
      counts.push(statements.length);
    }
  }
  assert.equal(new Set(counts).size, 1, String(counts));
  assert.ok((counts[0] ?? 0) <= 8, String(counts));
});
