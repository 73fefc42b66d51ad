import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../../api/answers.ts';
import { hasRights } from './library-item.ts';

const place: Place = {
  LibraryId: 1,
  LibraryName: 'Contracts',
  IsPrivate: false,
  Path: [],
  Rights: ['Read', 'Write'],
  CanPreview: null,
  Exceptions: [
    { FolderId: 7, DocumentId: null, Rights: ['Read', 'Write', 'Delete'] },
    { FolderId: null, DocumentId: 7, Rights: ['Read'] },
  ],
};

const folder = (id: number) => ({ kind: 'folder', id }) as const;
const document = (id: number) => ({ kind: 'document', id }) as const;

test('items have the rights of their place, except those that the place lists', () => {
  assert.equal(hasRights(place, [document(1), folder(2)], 'Write'), true);
  assert.equal(hasRights(place, [folder(7)], 'Write', 'Delete'), true);
  assert.equal(hasRights(place, [document(7)], 'Write'), false);
});

test('a selection has the rights that each of its items has', () => {
  assert.equal(hasRights(place, [folder(7), document(1)], 'Delete'), false);
  assert.equal(hasRights(place, [folder(7), document(7)], 'Read'), true);
});
