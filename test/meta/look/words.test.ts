import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { test } from 'node:test';

const WEB = resolve(import.meta.dirname, '../../../web');

async function sources(pattern: string): Promise<{ path: string; text: string }[]> {
  const paths = await Array.fromAsync(glob(pattern, { cwd: WEB, exclude: ['dist/**', 'dist.*/**', '**/*.test.ts'] }));
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(resolve(WEB, path), 'utf8') })));
}

test('every text field says how a keyboard of a phone and a password manager treat it', async () => {
  const fields = (await sources('**/*.tsx')).flatMap(({ path, text }) =>
    [...text.matchAll(/<(?:TextInput|PasswordInput)\b/g)].map(({ index }) => ({
      path,
      element: elementAt(text, index),
    })),
  );
  assert.ok(fields.length > 40);
  // Fields of days and fields to copy from have no keyboard. A constant of the file has the hints of the palette.
  const isHinted = (element: string) => /_HINTS\}|enterKeyHint|type="date"|readOnly|\{\.\.\.FIELD\}/.test(element);
  const bare = fields.filter(({ element }) => !isHinted(element)).map(({ path, element }) => `${path}: ${element}`);
  assert.deepEqual(bare, [], 'See web/ui/input-hints.ts.');
});

test('every message is used by its name', async () => {
  const others = (await sources('**/*.{ts,tsx}')).filter(({ path }) => !path.startsWith('messages/'));
  const words = new Set(others.flatMap(({ text }) => text.match(/[A-Za-z]\w*/g) ?? []));
  const unused: string[] = [];
  // Messages that are found by a value, such as a kind of file, have names that are no words of the code.
  const visit = (messages: object, path: string[]): void => {
    for (const [name, value] of Object.entries(messages)) {
      if (!/^[a-z]\w*$/i.test(name)) continue;
      if (!words.has(name)) unused.push([...path, name].join('.'));
      else if (typeof value === 'object' && value !== null) visit(value as object, [...path, name]);
    }
  };
  for await (const path of glob('messages/**/*.ts', { cwd: WEB })) {
    visit((await import(resolve(WEB, path))) as object, [path]);
  }
  assert.deepEqual(unused, []);
});

/** The opening tag at an index, with the expressions in it. */
function elementAt(text: string, start: number): string {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    if (text[at] === '>' && depth === 0) return text.slice(start, at + 1);
  }
  return text.slice(start);
}
