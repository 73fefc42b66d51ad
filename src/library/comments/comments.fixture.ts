/** Comments for tests. */
import type { TestApp } from '../../../test/harness.ts';
import { grant } from '../../../test/factories/permissions.ts';
import type { Person } from '../../../test/world.ts';

type Commenter = Pick<Person, 'api'>;

/** A document of Ann that Bob can view; `say` adds a comment and returns it. */
export async function worldWithDocument(app: TestApp) {
  const w = await app.world();
  const folderId = await w.ann.folder(w.ann.libraryId, 'Plans');
  const documentId = await w.ann.document(folderId, 'plan.txt');
  await grant(app, w.bob, { documentId }, { allow: ['Read'] });
  const path = `/api/documents/${documentId}/comments`;
  const say = async (person: Commenter, Text: string, more: object = {}) => {
    const answer = await person.api('POST', path, { Text, ...more });
    if (answer.status !== 201) throw new Error(`The comment was not added: ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const listTexts = async (person: Commenter = w.ann, query = '') =>
    (await person.api('GET', `${path}${query}`)).body.map(({ Text }: { Text: string }) => Text);
  const counts = async () => (await w.ann.api('GET', `${path}/counts`)).body;
  return { w, ann: w.ann, bob: w.bob, folderId, documentId, path, say, listTexts, counts };
}
