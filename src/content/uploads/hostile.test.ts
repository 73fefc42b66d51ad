// runs alone: errors of the whole process are counted
import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startApp } from '../../../test/harness.ts';
import { hostileForms } from './hostile-forms.fixture.ts';
import { type RawAnswer, request, uploadHead } from './raw-http.fixture.ts';
import { stagedFiles, storedFiles } from '../blobs/stored-files.fixture.ts';

const app = await startApp();
const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Hostile');
const path = `/api/folders/${folderId}/documents`;

const unhandled: unknown[] = [];
process.on('unhandledRejection', (error) => unhandled.push(error));

const openFiles = async () => (await readdir('/proc/self/fd')).length;

function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

function assertRefusal(answer: RawAnswer | undefined, what: string): void {
  assert.ok(answer !== undefined, `${what}: no answer`);
  assert.ok(answer.status >= 400 && answer.status < 500, `${what}: ${answer.status} ${answer.body}`);
  assert.match(answer.type, /^application\/problem\+json/, what);
  assert.equal(JSON.parse(answer.body).status, answer.status);
}

// Sends every form and returns how many made a document.
async function sendHostileForms(): Promise<number> {
  let made = 0;
  for (const { what, body, contentType = 'multipart/form-data; boundary=XBOUNDARYX', isHarmless } of hostileForms()) {
    const head = uploadHead(path, { token: ann.token, contentType, length: body.length });
    const answer = await request(app.url, head, body);
    if (isHarmless === true && answer?.status === 201) made++;
    else assertRefusal(answer, what);
  }
  return made;
}

async function assertUnharmed(documents: number): Promise<void> {
  const { status, body } = await ann.api('GET', path);
  assert.deepEqual([status, body.length], [200, documents]);
  assert.deepEqual(await stagedFiles(app), []);
  assert.equal((await storedFiles(app)).length, (await app.sql`select from blobs`).length);
  assert.deepEqual(unhandled, []);
  const errors = app.logs.filter(({ level }) => Number(level) >= 50);
  assert.deepEqual(errors, []);
}

test('malformed and malicious forms get a problem and leave nothing', async () => {
  const made = await sendHostileForms();
  assert.ok(made > 0);
  await assertUnharmed(made);
  const before = { files: await openFiles(), memory: usedMemory() };
  // The second time, the harmless ones are twins.
  assert.equal(await sendHostileForms(), 0);
  await assertUnharmed(made);
  assert.ok((await openFiles()) <= before.files + 3);
  assert.ok(usedMemory() < before.memory + 10_000_000);
});

test('requests that violate HTTP get a problem', async () => {
  const body = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n';
  const head = (more: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${ann.token}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\n${more}\r\n\r\n`;
  const requests: Record<string, [string, string]> = {
    'a length that is no number': [head('Content-Length: x'), body],
    'a negative length': [head('Content-Length: -1'), body],
    'two lengths': [head(`Content-Length: ${body.length}\r\nContent-Length: 1`), body],
    'length and chunks at once': [head(`Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`), body],
    'a chunk size that is none': [head('Transfer-Encoding: chunked'), `zz\r\n${body}\r\n0\r\n\r\n`],
    'an encoding that is none': [head('Transfer-Encoding: gzip'), body],
    'a header of 100 kB': [head(`X-Long: ${'x'.repeat(100_000)}\r\nContent-Length: ${body.length}`), body],
    'a header with a NUL': [head('X-Nul: a\0b'), body],
    'a space before the colon': [head('Content-Length : 5'), body],
    'no method': ['\0\0\0\0\r\n\r\n', ''],
    'no version': [`POST ${path}\r\n\r\n`, ''],
    'a broken path': [head('Content-Length: 0').replace(path, '/api/folders/%zz/documents'), ''],
    'a path with a NUL': [head('Content-Length: 0').replace(path, '/api/folders/%00/documents'), ''],
    'a path of 10 kB': [head('Content-Length: 0').replace(path, `/api/folders/${'1'.repeat(10_000)}/documents`), ''],
  };
  const { body: before } = await ann.api('GET', path);
  for (const [what, parts] of Object.entries(requests)) assertRefusal(await request(app.url, ...parts), what);
  await assertUnharmed(before.length);
});
