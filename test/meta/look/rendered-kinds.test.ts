import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXTENSIONS as OF_RENDERER, type Kind, kindOf } from '../../../src/platform/rendering/kinds.ts';
import {
  EXTENSIONS as OF_VIEWER,
  type RenderedKind,
  renderedKindOf,
} from '../../../web/features/viewer/rendered-kinds.ts';

const KIND_OF_RENDERER: Record<Kind, RenderedKind | null> = {
  image: 'image',
  text: 'text',
  spreadsheet: 'office',
  presentation: 'office',
  word: 'office',
  pdf: 'pdf',
  video: 'video',
  audio: 'audio',
  archive: null,
  other: null,
};
/** Spreadsheets that the renderer draws as text. */
const TABLES = new Set(['csv', 'tsv']);

test('the viewer and the renderer agree about every extension', () => {
  const extensions = [...Object.values(OF_RENDERER), ...Object.values(OF_VIEWER)].flatMap((names) => names.split(' '));
  for (const extension of [...extensions, 'unknown']) {
    const expected = TABLES.has(extension) ? 'text' : KIND_OF_RENDERER[kindOf(`a.${extension}`)];
    assert.equal(renderedKindOf(`a.${extension}`), expected, extension);
  }
});
