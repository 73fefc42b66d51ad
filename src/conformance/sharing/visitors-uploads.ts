import { answered, header, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';
import { linked } from './new-share.ts';

const CONTENT = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' };

/** Rules of docs/api/links.md#uploading. */
export const visitorsUploads: Rule[] = [
  rule('uploading', 'a visitor uploads a document', async (w) => {
    const { link, folderId } = await linked(w, { AllowUpload: true });
    const body = { UploadId: await upload(w, link) };
    const made = answered(await w.anonymous.post(`${link}/folders/${folderId}/documents`, body), 201);
    same(made, made.body.at('DocumentName'), 'visitor.txt', 'DocumentName');
    const list = answered(await w.owner.get(`/api/folders/${folderId}/documents?name=visitor.txt`), 200);
    const [document] = list.body.list();
    same(list, document?.at('DocumentSize'), 4, 'DocumentSize');
  }),
  rule('uploading', 'folders are created once', async (w) => {
    const { link, folderId } = await linked(w, { AllowUpload: true });
    const path = `${link}/folders/${folderId}/folders`;
    const made = answered(await w.anonymous.post(path, { FolderPath: 'a/b' }), 201);
    const again = answered(await w.anonymous.post(path, { FolderPath: 'a\\b' }), 200);
    same(again, again.body.at('FolderId'), made.body.at('FolderId'), 'FolderId');
  }),
  rule('uploading', 'without AllowUpload it is 403', async (w) => {
    const { link, folderId } = await linked(w);
    answered(await begin(w, link, 4), 403);
    refused(await w.anonymous.post(`${link}/folders/${folderId}/folders`, { FolderPath: 'a' }), 403);
  }),
  rule('upload-limits', 'an upload beyond the bytes of the link is 413 and names the limit', async (w) => {
    const { link } = await linked(w, { AllowUpload: true, MaxUploadBytes: 3 });
    const refusal = answered(await begin(w, link, 4), 413);
    same(refusal, refusal.body.at('Limit'), 'MaxUploadBytes', 'Limit');
    same(refusal, refusal.body.at('Maximum'), 3, 'Maximum');
  }),
];

function begin(w: World, link: string, length: number): Promise<Answer> {
  const metadata = `filename ${Buffer.from('visitor.txt').toString('base64')}`;
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': String(length), 'upload-metadata': metadata };
  return w.anonymous.send('POST', `${link}/uploads`, { headers });
}

async function upload(w: World, link: string): Promise<string> {
  const begun = answered(await begin(w, link, 4), 201);
  const path = new URL(header(begun, 'location'), `http://carrel.invalid${link}/uploads`).pathname;
  const headers = { ...CONTENT, 'upload-offset': '0' };
  answered(await w.anonymous.send('PATCH', path, { headers, body: 'text' }), 204);
  return path.split('/').at(-1) ?? '';
}
