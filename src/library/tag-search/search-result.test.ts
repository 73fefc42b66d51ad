import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { formatFound } from './search-result.presenter.ts';
import { SearchResultSchema } from './tag-search.schema.ts';

const text = fc.string({ unit: 'grapheme' });
const types = new Map(
  [false, true].map((isStatus, index) => [
    index + 1,
    {
      tagTypeId: index + 1,
      libraryId: 1,
      name: 'a"b',
      nameKey: 'a"b',
      dataType: 0 as const,
      isStatus,
      defaultValue: null,
      createdBy: 1,
    },
  ]),
);
const document = fc.record({
  documentId: fc.integer({ min: 1 }),
  name: text,
  modifiedAt: fc.constant('2026-03-02T10:00:00.000Z'),
  createdAt: fc.constant('2026-03-02T10:00:00.000Z'),
  createdBy: fc.constant(1),
  folderId: fc.integer({ min: 1 }),
  folderName: text,
  libraryName: text,
  tags: fc.array(fc.tuple(fc.constantFrom(1, 2, 3), text, text), { maxLength: 3 }),
});

test('a printed result matches its schema and keeps every text', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.array(document), (baseUrl, documents) => {
      const found = { total: 7, carriesStatus: false, documents, libraryId: 5, types };
      const result: unknown = JSON.parse(formatFound(baseUrl, found, documents));
      assert.ok(Value.Check(SearchResultSchema, result));
      assert.equal(result.TotalCount, 7);
      const expected = documents.map(({ documentId, name, folderId, folderName, libraryName, tags }) => ({
        documentId,
        name,
        folderName,
        libraryName,
        folder: `${baseUrl}/api/folders/${folderId}`,
        status: tags.filter(([id]) => id === 2).map(([, value]) => value),
      }));
      const printed = result.Embedded.Documents.map((entry) => ({
        documentId: entry.DocumentId,
        name: entry.DocumentName,
        folderName: entry.FolderName,
        libraryName: entry.LibraryName,
        folder: entry.Links.FolderUri,
        status: entry.StatusInformation.map(({ TagValueString }) => TagValueString),
      }));
      assert.deepEqual(printed, expected);
    }),
  );
});
