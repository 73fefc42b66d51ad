/** The pictures of a tour: a page that shows all of them, and one picture of the most. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

export const WAYS = ['app', 'download', 'view'] as const;
/** As a person with an account, or as a visitor on a phone who can download or only view. */
export type Way = (typeof WAYS)[number];

export type Album = {
  folder: string;
  add(name: string, way: Way, shot: Buffer): Promise<void>;
  /** Writes the page with all pictures; returns its path. */
  writePage(troubles: readonly string[]): Promise<string>;
  /** One picture of everything. */
  compose(): Promise<Buffer>;
};

/** An album in a folder. */
export async function openAlbum(folder: string): Promise<Album> {
  await mkdir(folder, { recursive: true });
  const shots = new Map<string, Map<Way, Buffer>>();
  return {
    folder,
    async add(name, way, shot) {
      const own = shots.get(name) ?? new Map<Way, Buffer>();
      shots.set(name, own.set(way, shot));
      await writeFile(join(folder, fileOf(name, way)), shot);
    },
    async writePage(troubles) {
      const path = join(folder, 'index.html');
      await writeFile(path, page([...shots.keys()], troubles));
      return path;
    },
    compose: () => compose([...shots.values()]),
  };
}

const fileOf = (name: string, way: Way) => `${name.replaceAll(/[^\w.-]/g, '_')}-${way}.png`;

function page(names: string[], troubles: readonly string[]): string {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  const row = (name: string) =>
    `<h2>${escaped(name)}</h2><p>${WAYS.map((way) => `<img src="${fileOf(name, way)}" alt="${way}" loading="lazy">`).join(' ')}</p>`;
  const list = troubles.map((trouble) => `<li>${escaped(trouble)}</li>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title><style>body{font:16px sans-serif;background:#999}img{height:480px;vertical-align:top}</style><ul>${list}</ul>${names.map(row).join('\n')}</html>\n`;
}

const COLUMNS = 5;
const [WIDE, NARROW, HIGH, GAP] = [304, 88, 190, 8];

// Each file as a person and as a visitor who can only view see it.
async function compose(files: ReadonlyMap<Way, Buffer>[]): Promise<Buffer> {
  const cell = WIDE + NARROW + 2 * GAP;
  const parts = await Promise.all(
    files.flatMap((shots, at) => {
      const [left, top] = [(at % COLUMNS) * cell, Math.floor(at / COLUMNS) * (HIGH + GAP)];
      const scaled = async (way: Way, width: number, from: number) => {
        const input = await sharp(shots.get(way)).resize(width, HIGH, { fit: 'cover', position: 'top' }).toBuffer();
        return { input, left: left + from + GAP, top: top + GAP };
      };
      return [scaled('app', WIDE, 0), scaled('view', NARROW, WIDE + GAP / 2)];
    }),
  );
  const [width, height] = [COLUMNS * cell + GAP, Math.ceil(files.length / COLUMNS) * (HIGH + GAP) + GAP];
  const ground = { create: { width, height, channels: 3 as const, background: '#8a8f94' } };
  return sharp(ground).composite(parts).webp({ quality: 62, effort: 6 }).toBuffer();
}
