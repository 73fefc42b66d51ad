import { answered, follow, header, matches, refused, same } from '../checks.ts';
import type { Answer, Client } from '../client.ts';
import { type Rule, rule } from '../rule.ts';

const VERSION = { 'tus-resumable': '1.0.0' };
const CONTENT = { ...VERSION, 'content-type': 'application/offset+octet-stream' };

/** Rules of docs/api/uploads.md#tus. */
export const tus: Rule[] = [
  rule('tus', 'OPTIONS names version and extensions', async (w) => {
    const answer = answered(await w.owner.send('OPTIONS', '/api/uploads'), 200, 204);
    matches(answer, header(answer, 'tus-version'), /\b1\.0\.0\b/, 'Tus-Version');
    for (const name of ['creation', 'creation-with-upload', 'termination', 'expiration']) {
      matches(answer, header(answer, 'tus-extension'), new RegExp(`(?:^|,) *${name} *(?:,|$)`), 'Tus-Extension');
    }
  }),
  rule('tus', 'an upload continues at its offset and becomes a document', async (w) => {
    const folderId = await w.folder();
    const made = answered(await create(w.owner, folderId, 8), 201);
    const path = locationOf(made);
    await append(w.owner, path, 0, 'half');
    const head = answered(await w.owner.send('HEAD', path, { headers: VERSION }), 200, 204);
    hasHeader(head, 'upload-offset', '4');
    hasHeader(head, 'upload-length', '8');
    await append(w.owner, path, 4, 'half');
    const reference = JSON.stringify({ Identifier: path.split('/').at(-1) });
    const headers = { 'x-service-fileref': reference };
    const done = answered(await w.owner.post(`/api/folders/${folderId}/documents`, undefined, headers), 201);
    const content = await w.owner.get(`/api/documents/${done.body.number('DocumentId')}/content`);
    same(content, content.text, 'halfhalf', 'the content');
  }),
  rule('tus', 'a wrong offset is 409', async (w) => {
    const path = locationOf(answered(await create(w.owner, await w.folder(), 8), 201));
    const headers = { ...CONTENT, 'upload-offset': '2' };
    answered(await w.owner.send('PATCH', path, { headers, body: 'half' }), 409);
  }),
  rule('tus', 'a missing or deferred Upload-Length is 411, and both lengths are 400', async (w) => {
    const metadata = metadataOf(await w.folder());
    const headers = { ...VERSION, 'upload-metadata': metadata };
    const deferred = { ...headers, 'upload-defer-length': '1' };
    refused(await w.owner.send('POST', '/api/uploads', { headers }), 411);
    refused(await w.owner.send('POST', '/api/uploads', { headers: deferred }), 411);
    refused(await w.owner.send('POST', '/api/uploads', { headers: { ...deferred, 'upload-length': '4' } }), 400);
  }),
  rule('tus', 'another version is 412', async (w) => {
    const headers = { 'tus-resumable': '0.2.2', 'upload-length': '4', 'upload-metadata': metadataOf(await w.folder()) };
    const answer = answered(await w.owner.send('POST', '/api/uploads', { headers }), 412);
    matches(answer, header(answer, 'tus-version'), /\b1\.0\.0\b/, 'Tus-Version');
  }),
  rule('tus', 'HEAD returns the metadata as it was sent', async (w) => {
    const folderId = await w.folder();
    const path = locationOf(answered(await create(w.owner, folderId, 4), 201));
    const head = answered(await w.owner.send('HEAD', path, { headers: VERSION }), 200, 204);
    hasHeader(head, 'upload-metadata', metadataOf(folderId));
    matches(head, header(head, 'cache-control'), /no-store/, 'Cache-Control');
  }),
  rule('tus', 'X-HTTP-Method-Override is honored', async (w) => {
    const path = locationOf(answered(await create(w.owner, await w.folder(), 4), 201));
    const headers = { ...CONTENT, 'upload-offset': '0', 'x-http-method-override': 'PATCH' };
    const answer = answered(await w.owner.send('POST', path, { headers, body: 'text' }), 204);
    hasHeader(answer, 'upload-offset', '4');
  }),
  rule('tus', 'a creation can carry content', async (w) => {
    const headers = { ...CONTENT, 'upload-length': '8', 'upload-metadata': metadataOf(await w.folder()) };
    const made = answered(await w.owner.send('POST', '/api/uploads', { headers, body: 'half' }), 201);
    hasHeader(made, 'upload-offset', '4');
  }),
  rule('tus', 'DELETE ends the upload', async (w) => {
    const path = locationOf(answered(await create(w.owner, await w.folder(), 4), 201));
    answered(await w.owner.send('DELETE', path, { headers: VERSION }), 204);
    answered(await w.owner.send('HEAD', path, { headers: VERSION }), 404, 410);
  }),
  rule('tus', 'content of another media type is 415', async (w) => {
    const path = locationOf(answered(await create(w.owner, await w.folder(), 4), 201));
    const headers = { ...VERSION, 'content-type': 'text/plain', 'upload-offset': '0' };
    refused(await w.owner.send('PATCH', path, { headers, body: 'text' }), 415);
  }),
];

function create(client: Client, folderId: number, length: number): Promise<Answer> {
  const headers = { ...VERSION, 'upload-length': String(length), 'upload-metadata': metadataOf(folderId) };
  return client.send('POST', '/api/uploads', { headers });
}

function metadataOf(folderId: number): string {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  return `filename ${encode('a.txt')},folderId ${encode(String(folderId))}`;
}

function locationOf(made: Answer): string {
  const location = header(made, 'location');
  return location.startsWith('/') ? location : follow(location);
}

async function append(client: Client, path: string, offset: number, body: string): Promise<void> {
  const headers = { ...CONTENT, 'upload-offset': String(offset) };
  const answer = answered(await client.send('PATCH', path, { headers, body }), 204);
  hasHeader(answer, 'upload-offset', String(offset + body.length));
}

function hasHeader(answer: Answer, name: string, value: string): void {
  same(answer, header(answer, name), value, name);
}
