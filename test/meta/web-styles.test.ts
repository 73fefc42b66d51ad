/** Every class of the web app is in a CSS module. The type checker takes any name for one. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { test } from 'node:test';

const web = resolve(import.meta.dirname, '../../web');
const modules = globSync('{ui,features}/**/*.module.css', { cwd: web }).map((path) => join(web, path));
const sources = globSync('{ui,features,routes}/**/*.{ts,tsx}', { cwd: web }).map((path) => join(web, path));

test('modules have different names, because a class begins with that of its module', () => {
  const names = modules.map((path) => basename(path));
  assert.ok(names.length > 10);
  assert.equal(new Set(names).size, names.length);
});

test('every class that a page takes from a module is defined in it, and every one that is defined is used', () => {
  const used = new Map(modules.map((path) => [path, new Set<string>()]));
  for (const path of sources) {
    const source = readFileSync(path, 'utf8');
    for (const [, name = '', from = ''] of source.matchAll(/^import (\w+) from '(\S+\.module\.css)';$/gm)) {
      for (const [, key = ''] of source.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        used.get(resolve(dirname(path), from))?.add(key);
      }
    }
  }
  for (const [path, keys] of used) assert.deepEqual([...keys].toSorted(byName), classesOf(path), path);
});

/** Classes that the modules may style although they are not theirs: those of Mantine's components. */
const GLOBAL = /^\.mantine-[\w-]+$/;

test('no class is global', () => {
  const sheets = globSync('**/*.css', { cwd: web, exclude: ['dist', 'dist.*'] }).map((path) => join(web, path));
  for (const path of sheets.filter((sheet) => !modules.includes(sheet))) assert.deepEqual(classesOf(path), [], path);
  for (const path of modules) {
    const names = Array.from(readFileSync(path, 'utf8').matchAll(/:global\(([^)]*)\)/g), ([, name = '']) => name);
    assert.deepEqual(
      names.filter((name) => !GLOBAL.test(name)),
      [],
      path,
    );
  }
});

test('no module styles an element by its id, which a module would rename', () => {
  const byId = modules.filter((path) => /(?:^|[\s,>+~(}])#[a-z][\w-]*(?=[^;{}]*\{)/m.test(readFileSync(path, 'utf8')));
  assert.deepEqual(byId, []);
});

test('style sheets take colors, sizes of text, corners and shadows from tokens (docs/design.md)', () => {
  const own = modules.flatMap((path) => {
    const rules = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
    const colors = rules.match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\([^)]*\)/gi) ?? [];
    const sizes = rules.match(/(?:font-size|border-radius|box-shadow): [^;]*\d(?:px|rem|em)\b[^;]*/g) ?? [];
    return [...colors, ...sizes.filter((size) => !size.startsWith('box-shadow: inset'))].map(
      (value) => `${basename(path)}: ${value}`,
    );
  });
  assert.deepEqual(own, []);
});

test('no page names a class by a string', () => {
  for (const path of sources) {
    const source = readFileSync(path, 'utf8');
    const values = Array.from(
      source.matchAll(/\bclassName ?[=:] ?(\{(?:[^{}]|\$\{[^}]*\})*\}|"[^"]*"|[^,}\n]*)/g),
      ([, value = '']) => value,
    );
    const named = values.filter((value) => /[a-z]/i.test(stringsIn(value)));
    assert.deepEqual(named, [], path);
  }
});

// The text of strings and the static parts of templates. Compared strings, such as `kind === 'failed'`, are not classes.
function stringsIn(code: string): string {
  const templates = Array.from(code.matchAll(/`([^`]*)`/g), ([, text = '']) => text.replaceAll(/\$\{[^}]*\}/g, ''));
  const strings = Array.from(code.matchAll(/(=== |!== )?(?:'([^']*)'|"([^"]*)")/g), ([, compared, one, two]) =>
    compared === undefined ? (one ?? two ?? '') : '',
  );
  return [...templates, ...strings].join('');
}

// In JavaScript `entry-name` is entryName. Classes in `:global` are of no module.
function classesOf(path: string): string[] {
  const rules = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/url\([^)]*\)/g, '')
    .replaceAll(/:global\([^)]*\)/g, '');
  const names = [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  return [
    ...new Set(names.map((name) => name.replaceAll(/-(\w)/g, (_all, next: string) => next.toUpperCase()))),
  ].toSorted(byName);
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}
