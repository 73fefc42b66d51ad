/** Conformance to the tus protocol 1.0.0, at both places for tus uploads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { ORIGIN } from '../../people/sessions/browser.fixture.ts';
import { sha256 } from './staged.fixture.ts';
import { PIECE, TUS, metadata } from './tus.fixture.ts';

const DAY_MS = 24 * 3_600_000;
const app = await startApp({ maxDocumentBytes: 1_000_000 });

type Options = { headers?: Record<string, string>; body?: string };

/** A place with somebody who may upload there. `finish` makes a document of an upload and returns its hash. */
type Place = {
  create: string;
  named: Record<string, string | number>;
  keptMs: number;
  send(method: string, path: string, options?: Options): Promise<Response>;
  finish(path: string): Promise<string>;
};

async function ofUser(): Promise<Place> {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Conforming');
  const send = sender({ authorization: `Bearer ${ann.token}` });
  return {
    create: '/api/uploads',
    named: { filename: 'Größe.txt', folderId },
    keptMs: 7 * DAY_MS,
    send,
    async finish(path) {
      const reference = JSON.stringify({ Identifier: path.split('/').at(-1) });
      const headers = { 'x-service-fileref': reference };
      return (await ann.api('POST', `/api/folders/${folderId}/documents`, undefined, headers)).body.Hash;
    },
  };
}

async function ofVisitor(): Promise<Place> {
  const { ann } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Conforming');
  const share = { AllowView: true, AllowUpload: true };
  const { body: shared } = await ann.api('POST', `/api/folders/${folderId}/share`, share);
  const link = `/link/${shared.ReferenceString}`;
  const send = sender({ origin: ORIGIN });
  return {
    create: `${link}/uploads`,
    named: { filename: 'Größe.txt' },
    keptMs: DAY_MS,
    send,
    async finish(path) {
      const body = JSON.stringify({ UploadId: path.split('/').at(-1) });
      const headers = { 'content-type': 'application/json' };
      const made = await send('POST', `${link}/folders/${folderId}/documents`, { headers, body });
      const { DocumentId } = (await made.json()) as { DocumentId: number };
      return (await ann.api('GET', `/api/documents/${DocumentId}`)).body.Hash;
    },
  };
}

function sender(credentials: Record<string, string>): Place['send'] {
  return (method, path, { headers = {}, body } = {}) =>
    fetch(new URL(path, app.url), {
      method,
      headers: { ...credentials, ...headers },
      ...(body === undefined ? {} : { body }),
    });
}

/** Begins an upload of that length, with more headers and perhaps a body. */
function create(place: Place, length: number, { headers, body }: Options = {}): Promise<Response> {
  const all = { ...TUS, 'upload-length': String(length), 'upload-metadata': metadata(place.named), ...headers };
  return place.send('POST', place.create, { headers: all, ...(body === undefined ? {} : { body }) });
}

async function begin(place: Place, length: number): Promise<string> {
  return pathIn(await create(place, length));
}

function pathIn(created: Response): string {
  assert.equal(created.status, 201);
  return new URL(created.headers.get('location') ?? '', app.url).pathname;
}

function patch(place: Place, path: string, at: number | string, body: string, headers: Record<string, string> = {}) {
  return place.send('PATCH', path, { headers: { ...PIECE, 'upload-offset': String(at), ...headers }, body });
}

for (const [name, makePlace] of [
  ['a user', ofUser],
  ['a visitor', ofVisitor],
] as const) {
  test(`core: ${name} sends content in pieces, and HEAD returns offset, length and metadata, uncached`, async () => {
    const place = await makePlace();
    const path = await begin(place, 10);
    for (const [at, piece] of [
      [0, 'hello'],
      [5, 'world'],
    ] as const) {
      const before = await place.send('HEAD', path, { headers: TUS });
      assert.deepEqual(headersOf(before, 'upload-offset', 'upload-length', 'cache-control', 'tus-resumable'), [
        200,
        String(at),
        '10',
        'no-store',
        '1.0.0',
      ]);
      assert.equal(before.headers.get('upload-metadata'), metadata(place.named));
      const sent = await patch(place, path, at, piece);
      assert.deepEqual(headersOf(sent, 'upload-offset', 'tus-resumable'), [204, String(at + 5), '1.0.0']);
    }
    const done = await place.send('HEAD', path, { headers: TUS });
    assert.deepEqual(headersOf(done, 'upload-offset'), [200, '10']);
    assert.equal(await place.finish(path), sha256('helloworld'));
  });

  test(`core: ${name} gets 409, 415, 404 or 412 for a request that does not conform, and nothing is changed`, async () => {
    const place = await makePlace();
    const path = await begin(place, 10);
    await patch(place, path, 0, 'hello');
    assert.equal((await patch(place, path, 4, 'oworld')).status, 409);
    assert.equal((await patch(place, path, 6, 'orld')).status, 409);
    assert.equal((await patch(place, path, 5, 'world', { 'content-type': 'text/plain' })).status, 415);
    assert.equal((await patch(place, path, -1, 'world')).status, 400);
    const unknown = `${place.create}/${crypto.randomUUID()}`;
    assert.equal((await patch(place, unknown, 0, 'x')).status, 404);
    const missing = await place.send('HEAD', unknown, { headers: TUS });
    assert.deepEqual(headersOf(missing, 'upload-offset', 'tus-resumable'), [404, null, '1.0.0']);
    const old = await patch(place, path, 5, 'world', { 'tus-resumable': '0.2.2' });
    assert.deepEqual(headersOf(old, 'tus-version', 'tus-resumable'), [412, '1.0.0', '1.0.0']);
    const after = await place.send('HEAD', path, { headers: TUS });
    assert.equal(after.headers.get('upload-offset'), '5');
  });

  test(`core: the method that ${name} names in X-HTTP-Method-Override is the method of the request`, async () => {
    const place = await makePlace();
    const path = await begin(place, 10);
    const send = (method: string, as: string, at: string, options: Options = {}) =>
      place.send(method, at, { ...options, headers: { ...TUS, 'x-http-method-override': as, ...options.headers } });
    const piece = (at: number) => ({ headers: { ...PIECE, 'upload-offset': String(at) }, body: 'hello' });
    assert.deepEqual(headersOf(await send('POST', 'PATCH', path, piece(0)), 'upload-offset'), [204, '5']);
    assert.deepEqual(headersOf(await send('PUT', 'patch', path, piece(5)), 'upload-offset'), [204, '10']);
    assert.deepEqual(headersOf(await send('POST', 'HEAD', path), 'upload-offset'), [200, '10']);
    const options = await send('POST', 'OPTIONS', place.create);
    assert.deepEqual(headersOf(options, 'tus-version'), [204, '1.0.0']);
    assert.equal((await send('POST', 'PUT', path)).status, 405);
    assert.equal((await send('GET', 'DELETE', path)).status, 204);
    assert.equal((await place.send('HEAD', path, { headers: TUS })).status, 404);
  });

  test(`creation: ${name} reads the extensions and the maximum size, and gets 413 beyond it`, async () => {
    const place = await makePlace();
    const options = await place.send('OPTIONS', place.create);
    assert.deepEqual(headersOf(options, 'tus-extension', 'tus-max-size', 'tus-version'), [
      204,
      'creation,creation-with-upload,termination,expiration',
      '1000000',
      '1.0.0',
    ]);
    assert.equal((await create(place, 1_000_001)).status, 413);
    const empty = await begin(place, 0);
    assert.deepEqual(headersOf(await place.send('HEAD', empty, { headers: TUS }), 'upload-offset', 'upload-length'), [
      200,
      '0',
      '0',
    ]);
    assert.equal(await place.finish(empty), sha256(''));
  });

  test(`creation: ${name} gets Upload-Metadata back unchanged, including unknown keys`, async () => {
    const place = await makePlace();
    const given = `${metadata(place.named)},is_confidential,relativePath ${btoa('a/b.txt')},filetype ${btoa('text/plain')}`;
    const path = pathIn(await create(place, 5, { headers: { 'upload-metadata': given } }));
    const head = await place.send('HEAD', path, { headers: TUS });
    assert.equal(head.headers.get('upload-metadata'), given);
    const twice = `${given},filetype ${btoa('text/html')}`;
    assert.equal((await create(place, 5, { headers: { 'upload-metadata': twice } })).status, 400);
  });

  test(`creation: a deferred length by ${name} returns 411, both lengths 400, and so does Upload-Concat`, async () => {
    const place = await makePlace();
    const headers = { ...TUS, 'upload-metadata': metadata(place.named) };
    const deferred = await place.send('POST', place.create, { headers: { ...headers, 'upload-defer-length': '1' } });
    assert.equal(deferred.status, 411);
    assert.equal(
      (await place.send('POST', place.create, { headers: { ...headers, 'upload-defer-length': '2' } })).status,
      400,
    );
    assert.equal((await create(place, 5, { headers: { 'upload-defer-length': '1' } })).status, 400);
    for (const concat of ['partial', `final;${place.create}/a`]) {
      const refused = await create(place, 5, { headers: { 'upload-concat': concat } });
      assert.match(((await refused.json()) as { title: string }).title, /Upload-Concat is not supported/);
      assert.equal(refused.status, 400);
    }
  });

  test(`creation with upload: ${name} sends the whole content, or its beginning, with the creation`, async () => {
    const place = await makePlace();
    const headers = { 'content-type': 'application/offset+octet-stream' };
    const whole = await create(place, 5, { headers, body: 'whole' });
    assert.deepEqual(headersOf(whole, 'upload-offset'), [201, '5']);
    assert.ok(whole.headers.get('upload-expires'));
    assert.equal(await place.finish(pathIn(whole)), sha256('whole'));
    const part = await create(place, 10, { headers, body: 'first' });
    assert.deepEqual(headersOf(part, 'upload-offset'), [201, '5']);
    await patch(place, pathIn(part), 5, 'other');
    assert.equal(await place.finish(pathIn(part)), sha256('firstother'));
    const none = await create(place, 5, { headers });
    assert.deepEqual(headersOf(none, 'upload-offset'), [201, '0']);
  });

  test(`creation with upload: content of ${name} that is too long or of another type creates no upload`, async () => {
    const place = await makePlace();
    const open = async () => (await app.sql`select from staged_uploads where finalized_at is null`).length;
    const before = await open();
    const headers = { 'content-type': 'application/offset+octet-stream' };
    assert.equal((await create(place, 4, { headers, body: 'longer' })).status, 413);
    const json = await create(place, 4, { headers: { 'content-type': 'application/json' }, body: '{"a":1}' });
    assert.equal(json.status, 415);
    assert.match(((await json.json()) as { title: string }).title, /application\/offset\+octet-stream/);
    assert.equal(await open(), before);
  });

  test(`termination: an upload that ${name} deletes is gone`, async () => {
    const place = await makePlace();
    const path = await begin(place, 10);
    assert.deepEqual(headersOf(await place.send('DELETE', path, { headers: TUS }), 'tus-resumable'), [204, '1.0.0']);
    assert.equal((await place.send('HEAD', path, { headers: TUS })).status, 404);
    assert.equal((await patch(place, path, 0, 'x')).status, 404);
  });

  test(`expiration: ${name} reads when the upload expires, and cannot continue after that`, async () => {
    const place = await makePlace();
    const expires = new Date(app.clock.now.getTime() + place.keptMs).toUTCString();
    const created = await create(place, 10);
    assert.equal(created.headers.get('upload-expires'), expires);
    const path = pathIn(created);
    assert.equal((await patch(place, path, 0, 'hello')).headers.get('upload-expires'), expires);
    app.clock.advance(place.keptMs);
    assert.equal((await patch(place, path, 5, 'world')).status, 404);
    assert.equal((await place.send('HEAD', path, { headers: TUS })).status, 404);
  });
}

function headersOf({ status, headers }: Response, ...names: string[]): (number | string | null)[] {
  return [status, ...names.map((name) => headers.get(name))];
}
