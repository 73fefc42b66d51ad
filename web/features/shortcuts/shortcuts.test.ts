import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortcutFor } from './keys.ts';
import { GLOBAL_SHORTCUTS, LIST_SHORTCUTS, type Shortcut, labelsOf } from './shortcuts.ts';

const press = (key: string, held: ('ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey')[] = []) => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };
  return { ...none, ...Object.fromEntries(held.map((name) => [name, true])), key };
};

test('modifiers are part of a shortcut, and Control and Command are the same', () => {
  const names = [
    press('ArrowDown'),
    press('ArrowDown', ['shiftKey']),
    press('ArrowDown', ['ctrlKey']),
    press('a', ['metaKey']),
    press('a'),
    press('F10', ['shiftKey']),
    press('ArrowDown', ['altKey']),
  ].map((event) => shortcutFor(LIST_SHORTCUTS, event));
  assert.deepEqual(names, ['move', 'extend', 'focus', 'selectAll', null, 'menu', null]);
});

test('a symbol is found with and without Shift, because keyboards differ', () => {
  assert.equal(shortcutFor(GLOBAL_SHORTCUTS, press('?', ['shiftKey'])), 'sheet');
  assert.equal(shortcutFor(GLOBAL_SHORTCUTS, press('/', ['shiftKey'])), 'search');
  assert.equal(shortcutFor(GLOBAL_SHORTCUTS, press('/', ['ctrlKey'])), null);
});

test('no combination belongs to two shortcuts', () => {
  const all = [...Object.values(GLOBAL_SHORTCUTS), ...Object.values(LIST_SHORTCUTS)].flatMap(({ keys }) => [...keys]);
  assert.equal(new Set(all).size, all.length);
});

test('the sheet shows no combination that does nothing', () => {
  const all: Shortcut[] = [...Object.values(GLOBAL_SHORTCUTS), ...Object.values(LIST_SHORTCUTS)];
  assert.deepEqual(
    all.flatMap(({ keys, shown = [] }) => shown.filter((combination) => !keys.includes(combination))),
    [],
  );
});

test('keys are shown as on the keyboard', () => {
  assert.deepEqual(labelsOf('Mod+A', false), ['Ctrl', 'A']);
  assert.deepEqual(labelsOf('Mod+ArrowUp', true), ['⌘', '↑']);
});
