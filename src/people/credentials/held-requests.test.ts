/** Requests of which all but the end is sent, and the rest after the credential was revoked. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request as open } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import { referenceOfShare } from '../../visiting/visits/visitor.fixture.ts';
import { ORIGIN, signIn } from '../sessions/browser.fixture.ts';

const app = await startApp();
/** Longer than a request may take before its caller is authenticated again. */
const HELD_MS = 1_100;

type Held = { finish(): Promise<{ status: number; body: Record<string, unknown> }> };

/** Sends the headers and the first byte of the body. */
async function hold(
  method: string,
  path: string,
  body: object | string,
  headers: Record<string, string>,
): Promise<Held> {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const sent = open(new URL(path, app.url), {
    method,
    headers: { 'content-type': 'application/json', 'content-length': length, ...headers },
  });
  // On a busy machine the credential is checked after it was revoked, and the answer comes before the rest is sent.
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // After that answer the connection may be gone; before it, `once` rejects.
  sent.on('error', () => {});
  sent.write(text.slice(0, 1));
  await once(sent, 'socket');
  return {
    finish: async () => {
      sent.end(text.slice(1));
      const [answer] = await answered;
      let content = '';
      for await (const part of answer) content += String(part);
      return { status: answer.statusCode ?? 0, body: content === '' ? {} : JSON.parse(content) };
    },
  };
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const newAdmin = () => ({
  Email: `${crypto.randomUUID()}@people.test`,
  Name: 'Thief',
  IsSiteAdmin: true,
  Password: 'violet harbor sings at 6',
});

test('a request that is held open while its credential is revoked, or its role taken, changes nothing', async () => {
  const w = await app.world();
  const stolen = async () =>
    (await w.admin.api('POST', `/api/users/${w.admin.userId}/tokens`, { Name: crypto.randomUUID() })).body;
  const [revoked, rotated, second] = [await stolen(), await stolen(), await w.addPerson('Second admin')];
  await w.admin.api('PATCH', `/api/users/${second.userId}`, { IsSiteAdmin: true });
  const browser = await signIn(w, w.admin);
  const cookie = { cookie: browser.cookie, origin: ORIGIN };
  const folder = await w.ann.folder(w.ann.libraryId, 'Plans');
  const { body: annToken } = await w.ann.api('POST', `/api/users/${w.ann.userId}/tokens`, { Name: 'CI' });
  const boundary = 'x';
  const form = `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nA\r\n--x--\r\n`;
  const uploads = { ...bearer(annToken.Token), 'content-type': `multipart/form-data; boundary=${boundary}` };
  const held = [
    await hold('POST', '/api/users', newAdmin(), bearer(revoked.Token)),
    await hold('POST', `/api/tokens/${rotated.TokenId}/rotate`, {}, bearer(rotated.Token)),
    await hold('POST', '/api/users', newAdmin(), cookie),
    await hold('POST', `/api/folders/${folder}/documents`, form, uploads),
    await hold('PATCH', `/api/users/${second.userId}`, { IsSiteAdmin: true }, bearer(second.token)),
  ];
  await w.admin.api('DELETE', `/api/users/${w.admin.userId}/tokens/${revoked.TokenId}`);
  const { body: kept } = await w.admin.api('POST', `/api/tokens/${rotated.TokenId}/rotate`, { OverlapHours: 0 });
  await browser.api('DELETE', '/api/sessions/current');
  await w.ann.api('DELETE', `/api/users/${w.ann.userId}/tokens/${annToken.TokenId}`);
  await w.admin.api('PATCH', `/api/users/${second.userId}`, { IsSiteAdmin: false });
  await sleep(HELD_MS);
  const statuses = await Promise.all(held.map(async (one) => (await one.finish()).status));
  assert.deepEqual(statuses, [401, 401, 401, 401, 403]);
  const admins = (await w.admin.api('GET', '/api/users/accounts?isSiteAdmin=true')).body;
  assert.deepEqual(
    admins.map(({ UserId }: { UserId: number }) => UserId),
    [w.admin.userId],
  );
  assert.equal((await w.admin.api('GET', '/api/users/me', undefined, bearer(kept.Token))).status, 200);
  assert.deepEqual((await w.ann.api('GET', `/api/folders/${folder}/documents`)).body, []);
});

test('a request that is slow keeps its key and its conditions, and is done if the credential is still valid', async () => {
  const w = await app.world();
  const folder = await w.ann.folder(w.ann.libraryId, 'Plans');
  const documentId = await w.ann.document(folder, 'a.txt');
  const key = { ...bearer(w.ann.token), 'idempotency-key': crypto.randomUUID() };
  const held = [
    await hold('POST', `/api/libraries/${w.ann.libraryId}/folders`, { FolderName: 'Slow' }, key),
    await hold(
      'PATCH',
      `/api/documents/${documentId}`,
      { DocumentName: 'b.txt' },
      { ...bearer(w.ann.token), 'if-match': '"other"' },
    ),
  ];
  await sleep(HELD_MS);
  const [made, refused] = [await held[0]?.finish(), await held[1]?.finish()];
  assert.deepEqual([made?.status, refused?.status], [201, 412]);
  const again = await w.ann.api('POST', `/api/libraries/${w.ann.libraryId}/folders`, { FolderName: 'Slow' }, key);
  assert.deepEqual([again.status, again.body.FolderId], [201, made?.body['FolderId']]);
});

test('a visitor who holds a request open while the link is revoked changes nothing', async () => {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const documentId = await w.ann.document(folderId, 'a.txt');
  const shareId = await makeShare(app, w.ann, { folderId }, { allow_view: true, allow_comment: true });
  const path = `/link/${await referenceOfShare(app, shareId)}/documents/${documentId}/comments`;
  const held = await hold('POST', path, { Text: 'Late.', Name: 'Guest' }, { origin: ORIGIN });
  assert.equal((await w.ann.api('DELETE', `/api/users/me/shares/${shareId}`)).status, 204);
  await sleep(HELD_MS);
  assert.notEqual((await held.finish()).status, 201);
  assert.deepEqual((await w.ann.api('GET', `/api/documents/${documentId}/comments`)).body, []);
});
