import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Abilities, Place } from '../../../api/answers.ts';
import { canDo } from './library-item.ts';

const NONE: Abilities = {
  AddFolder: false,
  AddDocument: false,
  AddRevision: false,
  RestoreRevision: false,
  SetTags: false,
  Rename: false,
  Move: false,
  Copy: false,
  Trash: false,
  Share: false,
  ShareWritable: false,
  ManageShares: false,
  AssignTask: false,
  ManagePermissions: false,
  ManageTagTypes: false,
};

const place: Place = {
  LibraryId: 1,
  LibraryName: 'Contracts',
  IsPrivate: false,
  Path: [],
  Rights: [],
  Abilities: NONE,
  Roles: [],
  ItemAbilities: { Folder: { ...NONE, Rename: true }, Document: { ...NONE, Rename: true, AssignTask: true } },
  CanPreview: null,
  IsStarred: false,
  StarredItems: [],
  Exceptions: [
    { FolderId: 7, DocumentId: null, Rights: [], Abilities: { ...NONE, Rename: true, Move: true } },
    { FolderId: null, DocumentId: 7, Rights: [], Abilities: NONE },
  ],
};

const folder = (id: number) => ({ kind: 'folder', id }) as const;
const document = (id: number) => ({ kind: 'document', id }) as const;

test('items have the abilities that their place states for their kind, except those that the place lists', () => {
  assert.equal(canDo(place, [document(1), folder(2)], 'Rename'), true);
  assert.equal(canDo(place, [document(1)], 'AssignTask'), true);
  assert.equal(canDo(place, [folder(1)], 'AssignTask'), false);
  assert.equal(canDo(place, [folder(7)], 'Move'), true);
  assert.equal(canDo(place, [document(7)], 'Rename'), false);
});

test('a selection has the abilities that each of its items has', () => {
  assert.equal(canDo(place, [folder(7), document(1)], 'Move'), false);
  assert.equal(canDo(place, [folder(7), folder(1)], 'Rename'), true);
});

test('nothing is in a document', () => {
  assert.equal(canDo({ ...place, ItemAbilities: null }, [document(1)], 'Rename'), false);
});
