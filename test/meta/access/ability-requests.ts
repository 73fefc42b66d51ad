/** The requests that the abilities of abilities.test.ts promise, one for each line of the policy table that is an ability. */
import type { ABILITIES, Kind, OperationOn } from '../../../src/library/rights/library.policy.ts';
import { makeTagType } from '../../factories/tags.ts';
import type { Answer } from '../../client.ts';
import type { Person } from '../../world.ts';

type Ability = keyof typeof ABILITIES;

/** Sends the request; `own` is a folder of the actor, the target of moves and copies. */
type Send = (actor: Person, id: number, own: number, owner: Person) => Promise<Answer>;

const unique = () => crypto.randomUUID();
const dueDate = '2026-03-09T10:00:00Z';

const copiedAs = (kind: 'folders' | 'documents', own: number) =>
  kind === 'folders' ? { ParentFolderId: own } : { FolderId: own };

const common = (kind: 'folders' | 'documents') => ({
  Rename: (actor: Person, id: number) => {
    const name = kind === 'folders' ? { FolderName: unique() } : { DocumentName: `${unique()}.txt` };
    return actor.api('PATCH', `/api/${kind}/${id}`, name);
  },
  Move: (actor: Person, id: number, own: number) => actor.api('PATCH', `/api/${kind}/${id}`, copiedAs(kind, own)),
  Copy: (actor: Person, id: number, own: number) => {
    const name = kind === 'folders' ? { FolderName: unique() } : { DocumentName: `${unique()}.txt` };
    return actor.api('POST', `/api/${kind}/${id}/copy`, { ...copiedAs(kind, own), ...name });
  },
  Trash: (actor: Person, id: number) => actor.api('DELETE', `/api/${kind}/${id}`),
  Share: (actor: Person, id: number) => actor.api('POST', `/api/${kind}/${id}/share`, { AllowView: true }),
  ShareWritable: (actor: Person, id: number) => {
    const write = kind === 'folders' ? { AllowUpload: true } : { AllowEdit: true };
    return actor.api('POST', `/api/${kind}/${id}/share`, { AllowView: true, ...write });
  },
  ManageShares: async (actor: Person, id: number, _own: number, owner: Person) => {
    const { body } = await owner.api('POST', `/api/${kind}/${id}/share`, { AllowView: true });
    return actor.api('DELETE', `/api/${kind}/${id}/share/${body.ShareId}`);
  },
});

// The entries stay as they are: replacing them would change the rights that are tested.
const managePermissions = (kind: string) => async (actor: Person, id: number) => {
  const { status, body, ...answer } = await actor.api('GET', `/api/${kind}/${id}/permissions`);
  return status === 200 ? actor.api('PUT', `/api/${kind}/${id}/permissions`, body) : { ...answer, status, body };
};

export const REQUESTS: { [Of in Kind]: Record<Extract<OperationOn<Of>, Ability>, Send> } = {
  library: {
    AddFolder: (actor, id) => actor.api('POST', `/api/libraries/${id}/folders`, { FolderName: unique() }),
    Rename: (actor, id) => actor.api('PATCH', `/api/libraries/${id}`, { LibraryName: unique() }),
    Trash: (actor, id) => actor.api('DELETE', `/api/libraries/${id}`),
    ManagePermissions: managePermissions('libraries'),
    ManageTagTypes: (actor, id) =>
      actor.api('POST', `/api/libraries/${id}/tagtypes`, { TagTypeName: unique(), DataType: 'String' }),
  },
  folder: {
    ...common('folders'),
    AddFolder: (actor, id) => actor.api('POST', `/api/folders/${id}/folders`, { FolderName: unique() }),
    AddDocument: (actor, id) => actor.upload(id, `${unique()}.txt`, unique()),
    ManageTagTypes: (actor, id) => actor.api('PUT', `/api/folders/${id}/tagtypes`, []),
    ManagePermissions: managePermissions('folders'),
  },
  document: {
    ...common('documents'),
    AddRevision: (actor, id) => actor.revise(id, 'a.txt', unique()),
    RestoreRevision: async (actor, id, _own, owner) => {
      const [{ RevisionId }] = (await owner.api('GET', `/api/documents/${id}/revisions`)).body;
      return actor.api('POST', `/api/documents/${id}/revisions/${RevisionId}/restore`);
    },
    SetTags: async (actor, id, _own, owner) => {
      const { LibraryId } = (await owner.api('GET', `/api/documents/${id}/place`)).body;
      const TagTypeId = await makeTagType(owner, LibraryId, unique());
      return actor.api('PUT', `/api/documents/${id}/systemtags`, [{ TagTypeId, Value: 'Blue' }]);
    },
    AssignTask: (actor, DocumentId) =>
      actor.api('POST', '/api/tasks', {
        Type: 'Approval',
        DueDate: dueDate,
        Assignee: 'somebody@outside.test',
        DocumentId,
        Instructions: 'Please look at it.',
      }),
    ManagePermissions: managePermissions('documents'),
  },
};
