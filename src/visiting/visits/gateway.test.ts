/** The gateway as a table: every combination of flags, every operation of a visitor, every state of share and item. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grant, revokeAll } from '../../../test/factories/permissions.ts';
import { makeLibrary } from '../../../test/factories/libraries.ts';
import { makeShare } from '../../../test/factories/shares.ts';
import { startApp } from '../../../test/harness.ts';
import type { Answer } from '../../../test/client.ts';
import type { Person } from '../../../test/world.ts';
import { TUS, metadata } from '../../library/staged-uploads/tus.fixture.ts';
import { type Visitor, referenceOfShare, visitor } from './visitor.fixture.ts';

const app = await startApp();
const w = await app.world();

type Flags = { view: boolean; download: boolean; write: boolean };
type Item = { creator: Person; libraryId: number; folderId: number; documentId: number; shareIds: number[] };

const COMBINATIONS: Flags[] = Array.from({ length: 8 }, (_, bits) => {
  return { view: (bits & 1) !== 0, download: (bits & 2) !== 0, write: (bits & 4) !== 0 };
});

/** A visitor's operation and its requirements. */
type Operation = { needs: (flags: Flags) => boolean; ask: (somebody: Visitor, item: Item) => Promise<Answer> };

const views = ({ view, download }: Flags) => view || download;
const downloads = ({ download }: Flags) => download;
const writes = ({ write }: Flags) => write;
const get = (path: (item: Item) => string) => (somebody: Visitor, item: Item) => somebody.ask('GET', path(item));
const UploadId = '5f0c1f5e-3a3c-4c1c-9a51-0c6f0c6f0c6f';
const begins = { ...TUS, 'upload-length': '1', 'upload-metadata': metadata({ filename: 'a.mp3' }) };

const OF_DOCUMENTS: Record<string, Operation> = {
  document: { needs: views, ask: get(({ documentId }) => `/documents/${documentId}`) },
  preview: { needs: downloads, ask: get(({ documentId }) => `/documents/${documentId}/content`) },
  thumbnail: { needs: views, ask: get(({ documentId }) => `/documents/${documentId}/thumbnail`) },
  download: { needs: downloads, ask: get(({ documentId }) => `/documents/${documentId}/content?download=true`) },
};

const OF_FOLDER_SHARES: Record<string, Operation> = {
  ...OF_DOCUMENTS,
  list: { needs: (flags) => views(flags) || flags.write, ask: get(({ folderId }) => `/folders/${folderId}`) },
  size: { needs: views, ask: get(({ folderId }) => `/folders/${folderId}/size`) },
  zip: { needs: downloads, ask: get(({ folderId }) => `/folders/${folderId}/zip`) },
  'make a folder': {
    needs: writes,
    ask: (somebody, { folderId }) => somebody.ask('POST', `/folders/${folderId}/folders`, { FolderPath: 'Inner' }),
  },
  'begin an upload': { needs: writes, ask: (somebody) => somebody.ask('POST', '/uploads', undefined, begins) },
  'store a document': {
    needs: writes,
    ask: (somebody, { folderId }) => somebody.ask('POST', `/folders/${folderId}/documents`, { UploadId }),
  },
  revise: {
    needs: () => false,
    ask: (somebody, { documentId }) => somebody.ask('POST', `/documents/${documentId}/revisions`, { UploadId }),
  },
};

const OF_DOCUMENT_SHARES: Record<string, Operation> = {
  ...OF_DOCUMENTS,
  'begin an upload': { needs: writes, ask: (somebody) => somebody.ask('POST', '/uploads', undefined, begins) },
  revise: {
    needs: writes,
    ask: (somebody, { documentId }) => somebody.ask('POST', `/documents/${documentId}/revisions`, { UploadId }),
  },
};

const TABLES = { folder: OF_FOLDER_SHARES, document: OF_DOCUMENT_SHARES };
type Kind = keyof typeof TABLES;

/** A state: how it comes about, what opening the link says, and what an operation says that the flags allow or not. */
type State = {
  shared?: Record<string, string | boolean | Date>;
  happens?: (item: Item, kind: Kind) => Promise<unknown>;
  visit: number;
  /** A number: every operation is answered so. Else what the flags say, changed by what is named here. */
  operations: number | { writes?: number; documents?: number };
};

const remove = (item: Item, kind: Kind, query = '') =>
  w.admin.api(
    'DELETE',
    kind === 'folder' ? `/api/folders/${item.folderId}${query}` : `/api/documents/${item.documentId}${query}`,
  );
const revoke = ({ shareIds, folderId, documentId }: Item, kind: Kind) => {
  const item = kind === 'folder' ? `/api/folders/${folderId}` : `/api/documents/${documentId}`;
  return Promise.all(shareIds.map((shareId) => w.admin.api('DELETE', `${item}/shares/${shareId}`)));
};
const deny = ({ creator, folderId, documentId }: Item, kind: Kind) =>
  grant(app, creator, kind === 'folder' ? { folderId } : { documentId }, { deny: ['Read'] });

const STATES: Record<string, State> = {
  active: { visit: 200, operations: {} },
  expired: { shared: { expires_at: app.clock.now }, visit: 410, operations: 410 },
  'about to expire': { shared: { expires_at: new Date(app.clock.now.getTime() + 1) }, visit: 200, operations: {} },
  revoked: { happens: revoke, visit: 410, operations: 410 },
  pending: { shared: { status: 'Pending' }, visit: 200, operations: 409 },
  'pending and locked': { shared: { status: 'Pending', password_hash: 'x' }, visit: 200, operations: 401 },
  locked: { shared: { password_hash: 'x' }, visit: 200, operations: 401 },
  'locked by a code': { shared: { access_code_required: true }, visit: 200, operations: 401 },
  'in the trash': { happens: (item, kind) => remove(item, kind), visit: 404, operations: 404 },
  'restored from the trash': {
    happens: async (item, kind) => {
      await remove(item, kind);
      await w.admin.api(
        'PATCH',
        kind === 'folder' ? `/api/folders/${item.folderId}/restore` : `/api/documents/${item.documentId}/restore`,
      );
    },
    visit: 200,
    operations: {},
  },
  'in a library in the trash': {
    happens: ({ libraryId }) => w.admin.api('DELETE', `/api/libraries/${libraryId}`),
    visit: 404,
    operations: 404,
  },
  purged: {
    happens: async (item, kind) => {
      await remove(item, kind);
      await remove(item, kind, '?purge=true');
    },
    visit: 404,
    operations: 404,
  },
  'the creator is deleted': {
    happens: ({ creator }) => w.admin.api('DELETE', `/api/users/${creator.userId}`),
    visit: 410,
    operations: 410,
  },
  'the creator no longer has rights': {
    happens: ({ creator }) => revokeAll(app, creator),
    visit: 404,
    operations: 404,
  },
  'the creator may only read': {
    happens: async ({ creator, libraryId }) => {
      await revokeAll(app, creator);
      await grant(app, creator, { libraryId }, { allow: ['Read'] });
    },
    visit: 200,
    operations: { writes: 403 },
  },
  'denied to the creator': { happens: deny, visit: 404, operations: 404 },
  'what is in it is denied to the creator': {
    happens: (item, kind) => (kind === 'folder' ? deny(item, 'document') : Promise.resolve()),
    visit: 200,
    operations: { documents: 404 },
  },
};

const OPERATIONS_OF_DOCUMENTS = new Set([...Object.keys(OF_DOCUMENTS), 'revise']);

function expected(kind: Kind, state: State, name: string, operation: Operation, flags: Flags): number | 'ok' {
  const { operations } = state;
  if (typeof operations === 'number') return operations;
  if (kind === 'folder' && operations.documents !== undefined && OPERATIONS_OF_DOCUMENTS.has(name))
    return operations.documents;
  // A visitor whose only operation was upload has none without it.
  const left = operations.writes === undefined ? flags : { ...flags, write: false };
  return operation.needs(left) ? 'ok' : 403;
}

// An upload that is not there was looked for by somebody who may store it.
function outcome({ status, text }: Answer): number | 'ok' {
  return status < 300 || text.includes('There is no such upload.') ? 'ok' : status;
}

async function makeItem(kind: Kind, state: State): Promise<Item> {
  const creator = await w.addPerson(`Creator-${crypto.randomUUID()}`);
  const libraryId = await makeLibrary(w.admin);
  await grant(app, creator, { libraryId }, { allow: ['Write', 'Grant'] });
  const folderId = await w.admin.folder(libraryId, 'Shared');
  const documentId = await w.admin.document(folderId, 'a.mp3');
  const shareIds = [];
  for (const { view, download, write } of COMBINATIONS) {
    const flags = {
      allow_view: view,
      allow_download: download,
      [kind === 'folder' ? 'allow_upload' : 'allow_edit']: write,
    };
    const item = kind === 'folder' ? { folderId } : { documentId };
    shareIds.push(await makeShare(app, creator, item, { ...flags, ...state.shared }));
  }
  return { creator, libraryId, folderId, documentId, shareIds };
}

for (const kind of ['folder', 'document'] as const) {
  for (const [name, state] of Object.entries(STATES)) {
    test(`a ${kind}, ${name}: every operation with every combination of flags`, async () => {
      const item = await makeItem(kind, state);
      const references = await Promise.all(item.shareIds.map((shareId) => referenceOfShare(app, shareId)));
      await state.happens?.(item, kind);
      const found: Record<string, unknown> = {};
      const wanted: Record<string, unknown> = {};
      for (const [index, flags] of COMBINATIONS.entries()) {
        const somebody = visitor(app, references[index] ?? '');
        const key = (operation: string) => `${operation} with ${JSON.stringify(flags)}`;
        found[key('visit')] = (await somebody.ask('GET', '')).status;
        wanted[key('visit')] = state.visit;
        for (const [what, operation] of Object.entries(TABLES[kind])) {
          found[key(what)] = outcome(await operation.ask(somebody, item));
          wanted[key(what)] = expected(kind, state, what, operation, flags);
        }
      }
      assert.deepEqual(found, wanted);
    });
  }
}
