import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startApp } from '../../../../test/harness.ts';
import type { Person } from '../../../../test/world.ts';

const app = await startApp();

const JSON_TYPE = { 'content-type': 'application/json' };

async function post(person: Person, path: string, body: string | Uint8Array<ArrayBuffer>, type?: string) {
  const headers = { authorization: `Bearer ${person.token}`, ...(type === undefined ? {} : { 'content-type': type }) };
  const response = await fetch(new URL(path, app.url), { method: 'POST', headers, body });
  return {
    status: response.status,
    body: (await response.json()) as { type: string; title: string; FolderName: string },
  };
}

const folders = ({ libraryId }: Person) => `/api/libraries/${libraryId}/folders`;

test('a body that is not JSON returns 400', async () => {
  const { ann } = await app.world();
  for (const text of [
    '{',
    '{"FolderName": "x"',
    "{'FolderName': 'x'}",
    'FolderName=x',
    '{"a":1,}',
    'undefined',
    '\u0000',
  ]) {
    const { status, body } = await post(ann, folders(ann), text, 'application/json');
    assert.deepEqual([status, body.type, body.title], [400, '/validation_error', 'The body is not valid JSON.'], text);
  }
});

test('every JSON media type is parsed, with parameters and in any case', async () => {
  const { ann } = await app.world();
  for (const [i, type] of [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'APPLICATION/JSON',
    'application/vnd.carrel+json',
    'text/json',
    'text/json; charset=utf-8',
    'application/merge-patch+json; charset=utf-8',
  ].entries()) {
    const { status } = await post(ann, folders(ann), JSON.stringify({ FolderName: `F${i}` }), type);
    assert.equal(status, 201, type);
  }
});

test('JSON may begin with a byte order mark, also as the metadata of an upload', async () => {
  const { ann } = await app.world();
  const { status, body } = await post(ann, folders(ann), '\uFEFF{"FolderName": "Marked"}', 'application/json');
  assert.deepEqual([status, body.FolderName], [201, 'Marked']);
  const form = new FormData();
  form.set('metadata', '\uFEFF{"DocumentName": "marked.txt"}');
  form.set('file', new Blob(['x']), 'x.txt');
  const folderId = await ann.folder(ann.libraryId, 'F');
  const headers = { authorization: `Bearer ${ann.token}` };
  const url = new URL(`/api/folders/${folderId}/documents`, app.url);
  const uploaded = (await (await fetch(url, { method: 'POST', headers, body: form })).json()) as object;
  assert.equal((uploaded as { DocumentName: string }).DocumentName, 'marked.txt');
});

test('an encoded body returns 415, names the accepted encoding, and stores nothing', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  const staged = await ann.api('POST', `/api/folders/${folderId}/temp?filename=a.txt`);
  for (const [method, path] of [
    ['POST', folders(ann)],
    ['PATCH', `/api/temp/${staged.body.Identifier}`],
    ['POST', `/api/folders/${folderId}/documents`],
  ] as const) {
    const headers = { authorization: `Bearer ${ann.token}`, ...JSON_TYPE, 'content-encoding': 'gzip' };
    const body = new Uint8Array(gzipSync('{"FolderName": "x"}'));
    const answer = await fetch(new URL(path, app.url), { method, headers, body });
    assert.equal(answer.status, 415, path);
    assert.equal(answer.headers.get('accept-encoding'), 'identity');
    assert.match(((await answer.json()) as { title: string }).title, /without Content-Encoding: gzip/);
  }
  const { body } = await ann.api('GET', `/api/folders/${folderId}`, undefined, { 'content-encoding': 'gzip' });
  assert.equal(body.FolderId, folderId);
  assert.equal((await ann.api('HEAD', `/api/temp/${staged.body.Identifier}`)).headers.get('upload-offset'), '0');
  const identity = { 'content-encoding': 'identity' };
  assert.equal((await ann.api('POST', folders(ann), { FolderName: 'Plain' }, identity)).status, 201);
});

test('another or missing media type with a body returns 415', async () => {
  const { ann } = await app.world();
  const body = JSON.stringify({ FolderName: 'x' });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'application/jsonx',
    'nonsense',
  ]) {
    const answer = await post(ann, folders(ann), body, type);
    assert.deepEqual([answer.status, answer.body.type], [415, '/unsupported_media_type'], type);
  }
  assert.equal((await post(ann, folders(ann), new Uint8Array(Buffer.from(body)))).status, 415);
  assert.equal((await ann.api('GET', folders(ann))).body.length, 0);
});

test('an empty body counts as none, whatever its media type, as existing clients send it', async () => {
  const { ann } = await app.world();
  for (const type of ['application/json', 'application/octet-stream', 'text/plain']) {
    const folderId = await ann.folder(ann.libraryId, 'F');
    const headers = { 'content-type': type };
    assert.equal((await ann.api('DELETE', `/api/folders/${folderId}`, undefined, headers)).status, 204);
    assert.equal((await ann.api('PATCH', `/api/folders/${folderId}/restore`, undefined, headers)).status, 200);
    assert.equal((await ann.api('DELETE', `/api/folders/${folderId}?purge=true`, undefined, headers)).status, 204);
  }
  const { status, body } = await ann.api('POST', folders(ann), undefined, JSON_TYPE);
  assert.deepEqual([status, body.errors[0].type], [400, '/missing_parameter']);
});

test('an empty chunked body counts as none; one with bytes returns 415', async () => {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'F');
  for (const type of ['application/octet-stream', undefined, 'application/json']) {
    assert.equal(await sendInChunks(ann, 'DELETE', `/api/folders/${folderId}`, [], type), 204, type);
    assert.equal(await sendInChunks(ann, 'PATCH', `/api/folders/${folderId}/restore`, [], type), 200, type);
  }
  const megabytes = Array.from({ length: 30 }, () => Buffer.alloc(100_000));
  for (const chunks of [[Buffer.from('x')], megabytes]) {
    assert.equal(await sendInChunks(ann, 'DELETE', `/api/folders/${folderId}`, chunks, 'text/plain'), 415);
  }
  assert.equal((await ann.api('GET', `/api/folders/${folderId}`)).status, 200);
});

test('a GET with a Content-Type works', async () => {
  const { ann } = await app.world();
  for (const type of ['application/json', 'multipart/form-data', 'text/plain', '']) {
    assert.equal((await ann.api('GET', '/api/libraries', undefined, { 'content-type': type })).status, 200);
  }
});

test('a body of 1 MiB is accepted; one byte more returns 413, with or without a length', async () => {
  const { ann } = await app.world();
  const ofSize = (size: number) => {
    const start = '{"FolderName":"x","Filler":"';
    return `${start}${'y'.repeat(size - start.length - 2)}"}`;
  };
  assert.equal((await post(ann, folders(ann), ofSize(1_048_576), 'application/json')).status, 201);
  const { status, body } = await post(ann, folders(ann), ofSize(1_048_577), 'application/json');
  assert.deepEqual([status, body.type], [413, '/payload_too_large']);
  assert.equal(await postChunked(ann, ofSize(1_048_577)), 413);
  assert.equal(await postChunked(ann, JSON.stringify({ FolderName: 'chunked' })), 201);
});

function postChunked(person: Person, text: string): Promise<number> {
  return sendInChunks(person, 'POST', folders(person), [Buffer.from(text)], 'application/json');
}

function sendInChunks(person: Person, method: string, path: string, chunks: Buffer[], type?: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${person.token}`,
    ...(type === undefined ? {} : { 'content-type': type }),
    'transfer-encoding': 'chunked',
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, app.url), { method, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', reject);
    for (const chunk of chunks) sent.write(chunk);
    sent.end();
  });
}

test('unknown properties are ignored, even those with a meaning in JavaScript', async () => {
  const { ann } = await app.world();
  const text =
    '{"FolderName":"x","Unknown":{"a":[1]},"__proto__":{"FolderPath":"p"},"constructor":{"prototype":{}},"toString":1}';
  const { status, body } = await post(ann, folders(ann), text, 'application/json');
  assert.deepEqual([status, body.FolderName], [201, 'x']);
  assert.equal(({} as Record<string, unknown>)['FolderPath'], undefined);
});

test('deeply nested JSON is refused or ignored, never a 500', async () => {
  const { ann } = await app.world();
  const nested = '['.repeat(200_000) + ']'.repeat(200_000);
  assert.equal((await post(ann, folders(ann), nested, 'application/json')).status, 400);
  assert.equal((await post(ann, folders(ann), `{"FolderName":"x","Deep":${nested}}`, 'application/json')).status, 201);
});

test('bytes that are not UTF-8 are not accepted as a name', async () => {
  const { ann } = await app.world();
  const bytes = new Uint8Array(
    Buffer.concat([Buffer.from('{"FolderName":"a'), Buffer.from([0xff]), Buffer.from('"}')]),
  );
  assert.equal((await post(ann, folders(ann), bytes, 'application/json')).status, 400);
});
