/** Classes of CSS modules: the type checker takes any name for one. */
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

// In JavaScript `entry-name` is entryName. Classes in `:global` are of no module.
function classesOf(path: string): string[] {
  const rules = readFileSync(path, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '');
  const names = [...rules.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name);
  return [
    ...new Set(names.map((name) => name.replaceAll(/-(\w)/g, (_all, next: string) => next.toUpperCase()))),
  ].toSorted(byName);
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}
