import { answered, follow, hasAll, header, holds, matches, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';

/** The largest portion. */
const PORTION = 2_097_152;
const NO_BODY = { headers: { 'content-type': 'application/json' }, body: '' };

/** Rules of docs/api/uploads.md about uploads in portions. */
export const stagedUploads: Rule[] = [
  rule('staged-uploads', 'portions become the document', async (w) => {
    const { folderId, path, reference } = await begin(w, 'film.zip');
    const bytes = Buffer.from(Array.from({ length: PORTION + 10 }, (_, at) => (at * 7919) % 251));
    for (const part of [bytes.subarray(0, PORTION), bytes.subarray(PORTION)]) {
      answered(await w.owner.send('PATCH', path, { body: part }), 200);
    }
    const made = answered(await finish(w, folderId, reference.text), 201);
    same(made, made.body.at('DocumentName'), 'film.zip', 'DocumentName');
    const content = answered(await w.owner.get(`/api/documents/${made.body.number('DocumentId')}/content`), 200);
    same(content, content.bytes.equals(bytes), true, 'equal bytes:');
  }),
  rule('staged-uploads', 'portions become a revision', async (w) => {
    const documentId = await w.document(await w.folder(), 'a.txt', 'first');
    const begun = await w.owner.post(`/api/documents/${documentId}/revisions/temp?filename=b.txt`);
    const reference = answered(begun, 200);
    answered(await w.owner.send('PATCH', locationOf(reference), { body: 'second' }), 200);
    const headers = { 'x-service-fileref': reference.text };
    const made = answered(await w.owner.post(`/api/documents/${documentId}/revisions`, undefined, headers), 201);
    same(made, made.body.at('RevisionName'), 'b.txt', 'RevisionName');
    same(made, made.body.at('RevisionNumber'), 2, 'RevisionNumber');
  }),
  rule('staged-uploads', 'an empty JSON body is no body', async (w) => {
    const folderId = await w.folder();
    const begun = await w.owner.send('POST', `/api/folders/${folderId}/temp?filename=a.txt`, NO_BODY);
    const reference = answered(begun, 200);
    answered(await w.owner.send('PATCH', locationOf(reference), { body: 'text' }), 200);
    const headers = { ...NO_BODY.headers, 'x-service-fileref': reference.text };
    answered(await w.owner.send('POST', `/api/folders/${folderId}/documents`, { body: '', headers }), 201);
  }),
  rule('staged-uploads', 'errors of the name and the target are reported at the beginning', async (w) => {
    const folderId = await w.folder();
    refused(await w.owner.post(`/api/folders/${folderId}/temp`), 400);
    refused(await w.owner.post(`/api/folders/${folderId}/temp?filename=a%2Fb%3F.txt`), 400);
    refused(await w.reader.post(`/api/folders/${folderId}/temp?filename=a.txt`), 403);
    refused(await w.owner.post('/api/folders/9007199254740991/temp?filename=a.txt'), 404);
  }),
  rule('upload-reference', 'it has its properties, and the identifier is a UUID', async (w) => {
    const { reference } = await begin(w);
    hasAll(reference, reference.body, ['Identifier', 'FileName', 'CurrentSize', 'VolumeId', 'Links.Location']);
    matches(
      reference,
      reference.body.at('Identifier'),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/,
      'it',
    );
    same(reference, reference.body.at('CurrentSize'), 0, 'CurrentSize');
    same(reference, reference.body.at('VolumeId'), 1, 'VolumeId');
    matches(reference, reference.body.at('Links.Location'), /\/api\/temp\/[^/]+$/, 'Links.Location');
  }),
  rule('upload-reference', 'GET returns it, HEAD its offset, and DELETE drops the upload', async (w) => {
    const { path } = await begin(w);
    answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    const now = answered(await w.owner.get(path), 200);
    same(now, now.body.at('CurrentSize'), 4, 'CurrentSize');
    const head = answered(await w.owner.send('HEAD', path), 200);
    same(head, header(head, 'upload-offset'), '4', 'Upload-Offset');
    answered(await w.owner.remove(path), 204);
    refused(await w.owner.get(path), 404);
  }),
  rule('upload-reference', 'only its creator can use it', async (w) => {
    const { path } = await begin(w);
    refused(await w.admin.get(path), 404);
    refused(await w.admin.send('PATCH', path, { body: 'text' }), 404);
  }),
  rule('upload-reference', 'unfinished uploads are listed for their creator', async (w) => {
    const { reference } = await begin(w);
    const identifier = reference.body.at('Identifier');
    const own = answered(await w.owner.get('/api/uploads'), 200);
    holds(own, own.body.each('Identifier').includes(identifier), 'the upload in the list');
    const other = answered(await w.admin.get('/api/uploads'), 200);
    holds(other, !other.body.each('Identifier').includes(identifier), 'no upload of somebody else');
  }),
  rule('portions', 'the response has the new size as body and header', async (w) => {
    const { path } = await begin(w);
    const answer = answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    same(answer, answer.body.at('CurrentSize'), 4, 'CurrentSize');
    same(answer, header(answer, 'upload-offset'), '4', 'Upload-Offset');
  }),
  rule('portions', 'any media type is accepted', async (w) => {
    const { path } = await begin(w);
    const types = ['application/octet-stream', 'application/json', 'text/plain', 'multipart/form-data'];
    for (const [at, type] of types.entries()) {
      const answer = await w.owner.send('PATCH', path, { headers: { 'content-type': type }, body: 'text' });
      same(answer, answered(answer, 200).body.at('CurrentSize'), 4 * (at + 1), 'CurrentSize');
    }
  }),
  rule('portions', 'none is 400, and one of more than 2 097 152 bytes 413', async (w) => {
    const { path } = await begin(w);
    refused(await w.owner.send('PATCH', path, { body: '' }), 400);
    const answer = await w.owner.send('PATCH', path, { body: Buffer.alloc(PORTION + 1) }).catch(() => null);
    if (answer !== null) refused(answer, 413);
    const now = answered(await w.owner.get(path), 200);
    same(now, now.body.at('CurrentSize'), 0, 'CurrentSize');
  }),
  rule('portions', 'a wrong Upload-Offset is 409 with the right one', async (w) => {
    const { path } = await begin(w);
    const send = (offset: string) =>
      w.owner.send('PATCH', path, { headers: { 'upload-offset': offset }, body: 'text' });
    answered(await send('0'), 200);
    const answer = refused(await send('0'), 409);
    same(answer, header(answer, 'upload-offset'), '4', 'Upload-Offset');
    answered(await send('4'), 200);
  }),
  rule('finalizing', 'the reference can be any x-<letters>-fileref, and only the identifier', async (w) => {
    const { folderId, path, reference } = await begin(w);
    answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    const value = JSON.stringify({ Identifier: reference.body.at('Identifier') });
    const headers = { 'x-other-fileref': value };
    answered(await w.owner.post(`/api/folders/${folderId}/documents`, undefined, headers), 201);
  }),
  rule('finalizing', 'a repeated request returns the same document', async (w) => {
    const { folderId, path, reference } = await begin(w);
    answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    const made = answered(await finish(w, folderId, reference.text), 201);
    const again = answered(await finish(w, folderId, reference.text), 200, 201);
    same(again, again.body.at('DocumentId'), made.body.at('DocumentId'), 'DocumentId');
    const list = answered(await w.owner.get(`/api/folders/${folderId}/documents`), 200);
    same(list, list.body.list().length, 1, 'the number of documents');
  }),
  rule('finalizing', 'a CurrentSize that is neither 0 nor the stored size is 409', async (w) => {
    const { folderId, path, reference } = await begin(w);
    const stored = answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    const wrong = JSON.stringify({ ...(reference.body.value as object), CurrentSize: 3 });
    refused(await finish(w, folderId, wrong), 409);
    answered(await finish(w, folderId, stored.text), 201);
  }),
  rule('finalizing', 'at another folder it is 400', async (w) => {
    const { path, reference } = await begin(w);
    answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    refused(await finish(w, await w.folder(), reference.text), 400);
  }),
  rule('finalizing', 'a body beside the reference, and a reference that is no JSON, are 400', async (w) => {
    const { folderId, path, reference } = await begin(w);
    answered(await w.owner.send('PATCH', path, { body: 'text' }), 200);
    refused(
      await w.owner.post(`/api/folders/${folderId}/documents`, { a: 1 }, { 'x-service-fileref': reference.text }),
      400,
    );
    refused(await finish(w, folderId, '{"Identifier'), 400);
    refused(await finish(w, folderId, JSON.stringify({ Identifier: crypto.randomUUID() })), 404);
  }),
];

async function begin(w: World, name = 'a.txt'): Promise<{ folderId: number; path: string; reference: Answer }> {
  const folderId = await w.folder();
  const reference = answered(await w.owner.post(`/api/folders/${folderId}/temp?filename=${name}`), 200);
  return { folderId, path: locationOf(reference), reference };
}

function locationOf(reference: Answer): string {
  return follow(reference.body.string('Links.Location'));
}

function finish(w: World, folderId: number, reference: string): Promise<Answer> {
  return w.owner.post(`/api/folders/${folderId}/documents`, undefined, { 'x-service-fileref': reference });
}
