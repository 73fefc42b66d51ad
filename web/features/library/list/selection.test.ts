import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LibraryItem } from '../item/library-item.ts';
import { NOTHING, choose, chooseIfNone, chooseRange, drop, indexAfterKey, moveTo, toggle } from './selection.ts';

const folder = (id: number): LibraryItem => ({ kind: 'folder', id, name: `folder ${id}` });
const document = (id: number): LibraryItem => ({ kind: 'document', id, name: `${id}`, size: 1, modifiedAt: '' });
const ids = ({ chosen }: { chosen: ReadonlyMap<string, LibraryItem> }) => [...chosen.keys()];

test('a folder and a document with the same id are different items', () => {
  const both = toggle(choose(folder(1), 0), document(1), 1);
  assert.deepEqual(ids(both), ['folder-1', 'document-1']);
  assert.deepEqual(ids(toggle(both, folder(1), 0)), ['document-1']);
});

test('a range replaces the selection and keeps its anchor', () => {
  const range = chooseRange(choose(folder(1), 3), [folder(1), folder(2)], 4);
  assert.deepEqual([ids(range), range.anchor, range.active], [['folder-1', 'folder-2'], 3, 4]);
});

test('moving the focus keeps the selection, and a range still begins at its anchor', () => {
  const moved = moveTo(choose(folder(1), 0), 7);
  assert.deepEqual([ids(moved), moved.active, moved.anchor], [['folder-1'], 7, 0]);
});

test('items of an action leave the selection, and those that failed return unless others were selected', () => {
  const range = chooseRange(choose(folder(1), 3), [folder(1), folder(2)], 4);
  assert.deepEqual(ids(drop(range, [folder(1)])), ['folder-2']);
  const none = drop(range, [folder(1), folder(2)]);
  assert.deepEqual([ids(none), none.active, none.anchor], [[], 4, 4]);
  assert.deepEqual(ids(chooseIfNone(none, [folder(2)])), ['folder-2']);
  assert.deepEqual(ids(chooseIfNone(choose(folder(3), 0), [folder(2)])), ['folder-3']);
  assert.equal(chooseIfNone(none, []).chosen.size, 0);
});

test('keys move to existing rows only', () => {
  const list = { count: 100, page: 20, columns: 1 };
  const keys = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End', 'ArrowRight', 'a'];
  assert.deepEqual(
    keys.map((key) => indexAfterKey(key, 50, list)),
    [51, 49, 70, 30, 0, 99, null, null],
  );
  assert.deepEqual([indexAfterKey('ArrowUp', 0, list), indexAfterKey('PageDown', 95, list)], [0, 99]);
  assert.equal(indexAfterKey('ArrowDown', NOTHING.active, { ...list, count: 0 }), null);
});

test('in the grid, up and down move by a line, and left and right by one tile', () => {
  const list = { count: 100, page: 20, columns: 5 };
  const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
  assert.deepEqual(
    keys.map((key) => indexAfterKey(key, 50, list)),
    [55, 45, 49, 51],
  );
});
