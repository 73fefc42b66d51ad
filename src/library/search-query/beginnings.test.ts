/** Beginnings of words, and scripts without spaces (docs/api/search.md#words-and-their-stems). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { addText, namesOf } from '../search/search.fixture.ts';

const app = await startApp();
const { ann } = await app.world();
const folderId = await ann.folder(ann.libraryId, 'Texts');

async function add(name: string, text: string, language: string): Promise<void> {
  await addText(app, ann, await ann.document(folderId, name, name), text, language);
}

await add('a.txt', 'Universities organize conferences about the foo-planning of bar.', 'english');
await add('b.txt', 'Die Verwaltungen der Häuser und ihre Zeitschriften', 'german');
await add('c.txt', 'Les universités organisent des conférences', 'french');
await add('d.txt', 'Foo the plans, and abc def ghi', 'simple');
await add('e.txt', 'หลายปีที่ผ่านมา กิน', 'simple');
await add('h.txt', 'คมั', 'simple');
await add('f.txt', 'アパート ﾊﾟｿｺﾝ 東京都', 'simple');
await add('g.txt', 'ﺍﻟﺴﻼﻡ محـــمد', 'arabic');

const CASES: [string, string[]][] = [
  ['universities*', ['a', 'c']],
  ['universiti*', ['a', 'c']],
  ['universit*', ['a', 'c']],
  ['univers*', ['a', 'c']],
  ['uni*', ['a', 'c']],
  ['organiz*', ['a']],
  ['organi*', ['a', 'c']],
  ['conference*', ['a', 'c']],
  ['conferenza*', []],
  ['verwaltung*', ['b']],
  ['verwaltungen*', ['b']],
  ['zeitschrift*', ['b']],
  ['häuser*', ['b']],
  ['zzz OR foo-plan*', ['a']],
  ['foo-plan*', ['a']],
  ['bar-plan*', []],
  ['universities -foo-plann*', ['c']],
  ['foo -abc-def*', ['a']],
  ['foo -abc-ghi*', ['a', 'd']],
  ['ปี', ['e']],
  ['ที่', ['e']],
  ['ผ', ['e']],
  ['กิ', ['e']],
  ['ม', ['e']],
  ['มั', ['h']],
  ['ค', ['h']],
  ['กิน', ['e']],
  ['ปีที่', ['e']],
  ['ปีก', []],
  ['パソコン', ['f']],
  ['ﾊﾟｿｺﾝ', ['f']],
  ['アパート', ['f']],
  ['京都*', ['f']],
  ['東京都*', ['f']],
  ['السلام', ['g']],
  ['محمد', ['g']],
];

for (const [q, expected] of CASES) {
  test(`${q} finds ${expected.join(', ') || 'nothing'}`, async () => {
    const names = (await namesOf(ann, q)).map((name) => name.replace('.txt', ''));
    assert.deepEqual(names.sort(), expected);
  });
}
