import { answered, same } from '../checks.ts';
import { type Rule, rule } from '../rule.ts';
import type { World } from '../world.ts';
import { assigned } from './new-task.ts';

/** Rules of docs/api/tasks.md about the Status tags of a document. */
export const tagStatus: Rule[] = [
  rule('decisions-and-content', 'the Status tag is that of the decision, also after a later revision', async (w) => {
    const { path, documentId } = await assigned(w);
    await hasStatus(w, documentId, 'Open');
    answered(await w.stranger.patch(`${path}/complete`, { Decision: 'Approve' }), 200);
    await hasStatus(w, documentId, 'Approved');
    const form = { fileName: 'document.txt', content: 'second' };
    answered(await w.owner.upload(`/api/documents/${documentId}/revisions`, form), 201);
    await hasStatus(w, documentId, 'Approved');
  }),
];

async function hasStatus(w: World, documentId: number, status: string): Promise<void> {
  const name = encodeURIComponent('&&_Service_ToDo_Status');
  const types = answered(await w.owner.get(`/api/libraries/${w.libraryId}/tagtypes/${name}`), 200);
  const [id] = types.body.each('TagTypeId');
  const document = answered(await w.owner.get(`/api/documents/${documentId}`), 200);
  const path = `/api/folders/${document.body.number('FolderId')}/search/systemtags-v2`;
  const answer = answered(await w.owner.post(path, [{ TagTypeId: id, Value: status }]), 200);
  same(answer, answer.body.each('DocumentId', 'Embedded.Documents'), [documentId], `the documents with ${status}`);
}
