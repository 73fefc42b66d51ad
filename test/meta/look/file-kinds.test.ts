import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSIONS as OF_KINDS } from '../../../src/library/listings/file-kinds.ts';
import { EXTENSIONS as OF_ICONS, kindOf } from '../../../web/ui/kinds/kind-of.ts';

/** The kind of the server's filter for each icon. */
const KIND_OF_ICON = {
  pdf: 'pdf',
  image: 'image',
  doc: 'document',
  text: 'document',
  sheet: 'spreadsheet',
  slides: 'presentation',
  video: 'video',
  audio: 'audio',
  archive: 'archive',
  code: 'other',
  mail: 'other',
  drawing: 'other',
  other: 'other',
} as const;

test('a filter by kind and the icons agree about every extension', () => {
  const kinds = new Map(
    Object.entries(OF_KINDS).flatMap(([kind, names]) => names.map((name): [string, string] => [name, kind])),
  );
  const extensions = [...kinds.keys(), ...Object.values(OF_ICONS).flatMap((names) => names.split(' ')), 'unknown'];
  for (const extension of extensions) {
    assert.equal(KIND_OF_ICON[kindOf(`a.${extension}`)], kinds.get(extension) ?? 'other', extension);
  }
});
