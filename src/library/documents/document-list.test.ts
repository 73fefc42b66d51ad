import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { presentDocument } from './documents.presenter.ts';
import { formatDocuments } from './document-list.presenter.ts';

test('a printed list equals the list of presented documents', () => {
  const document = fc.record({
    documentId: fc.integer({ min: 1 }),
    name: fc.string({ unit: 'grapheme' }),
    size: fc.nat(),
    hash: fc.stringMatching(/^[0-9a-f]{64}$/),
    modifiedAt: fc.constantFrom('2026-03-02T10:00:00.000Z', '2031-12-31T23:59:59.999Z'),
  });
  fc.assert(
    fc.property(fc.webUrl(), fc.integer({ min: 1 }), fc.array(document), (baseUrl, folderId, documents) => {
      const presented = documents.map((row) => presentDocument(baseUrl, { ...row, folderId }));
      assert.equal(formatDocuments(baseUrl, folderId, { documents }), JSON.stringify(presented));
    }),
  );
});
