import { answered, refused, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';

/** Rules of docs/api/conventions.md#idempotency. */
export const idempotency: Rule[] = [
  rule('idempotency', 'a repetition returns the first response', async (w) => {
    const path = `/api/folders/${await w.folder()}/folders`;
    const body = { FolderName: w.unique('Once') };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = answered(await w.owner.post(path, body, headers), 201);
    const second = answered(await w.owner.post(path, body, headers), 201);
    same(second, second.body.value, first.body.value, 'body');
    same(second, second.headers.get('idempotent-replayed'), 'true', 'Idempotent-Replayed');
    for (const name of ['location', 'etag']) same(second, second.headers.get(name), first.headers.get(name), name);
    same(first, first.headers.get('idempotent-replayed'), null, 'Idempotent-Replayed of the first response');
  }),
  rule('idempotency', 'the order of properties does not matter', async (w) => {
    const path = `/api/libraries/${w.libraryId}/tagtypes`;
    const [TagTypeName, DataType] = [w.unique('Order'), 'String'];
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = answered(await w.owner.post(path, { TagTypeName, DataType }, headers), 201);
    const second = answered(await w.owner.post(path, { DataType, TagTypeName }, headers), 201);
    same(second, second.body.at('TagTypeId'), first.body.at('TagTypeId'), 'TagTypeId');
  }),
  rule('idempotency', 'the same key with another body is 422', async (w) => {
    const path = `/api/folders/${await w.folder()}/folders`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    answered(await w.owner.post(path, { FolderName: 'One' }, headers), 201);
    refused(await w.owner.post(path, { FolderName: 'Two' }, headers), 422);
  }),
  rule('idempotency', 'a form is compared by metadata, file name and content', async (w) => {
    const path = `/api/folders/${await w.folder()}/documents`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const form = { fileName: 'a.txt', content: 'one', headers };
    const first = answered(await w.owner.upload(path, form), 201);
    const second = answered(await w.owner.upload(path, form), 201);
    same(second, second.body.at('DocumentId'), first.body.at('DocumentId'), 'DocumentId');
    refused(await w.owner.upload(path, { ...form, content: 'two' }), 422);
  }),
  rule('idempotency', 'a key belongs to its user and path', async (w) => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { FolderName: w.unique('Key') };
    const [one, two] = [await w.folder(), await w.folder()];
    const first = answered(await w.owner.post(`/api/folders/${one}/folders`, body, headers), 201);
    const other = answered(await w.owner.post(`/api/folders/${two}/folders`, body, headers), 201);
    same(other, other.headers.get('idempotent-replayed'), null, 'Idempotent-Replayed');
    const admin = answered(await w.admin.post(`/api/folders/${one}/folders`, body, headers), 200);
    same(admin, admin.body.at('FolderId'), first.body.at('FolderId'), 'FolderId');
  }),
  rule('idempotency', 'a refused request is evaluated again', async (w) => {
    const folderId = await w.folder();
    const path = `/api/documents/${await w.document(folderId)}/copy`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    refused(await w.owner.post(path, { FolderId: folderId }, headers), 409);
    answered(await w.owner.patch(path.replace('/copy', ''), { DocumentName: 'other.txt' }), 200);
    answered(await w.owner.post(path, { FolderId: folderId, DocumentName: 'document.txt' }, headers), 201);
  }),
  rule('idempotency', 'a key that is no visible ASCII text is 400', async (w) => {
    const path = `/api/folders/${await w.folder()}/folders`;
    for (const key of ['', 'a b', 'x'.repeat(256), '\u00E9']) {
      refused(await w.owner.post(path, { FolderName: 'Key' }, { 'idempotency-key': key }), 400);
    }
  }),
  rule('idempotency', 'a response that shows a token is not repeated', async (w) => {
    const path = `/api/users/${w.owner.userId}/tokens`;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    answered(await w.owner.post(path, { Name: 'Once' }, headers), 201);
    refused(await w.owner.post(path, { Name: 'Once' }, headers), 409);
  }),
];
