/** Renders the app's icons from web/icon.svg and writes the manifest that names them, so that there is one drawing. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

type Kind = {
  size: number;
  /** Space around the drawing in its units, to the edge of a square. Null: the drawing with its round corners. */
  margin: number | null;
  purpose?: string;
};

const UNITS = 32;
/** Systems cut maskable icons to a shape of their own, so the drawing keeps within four fifths of the width. */
const ICONS: Record<string, Kind> = {
  'icon-192': { size: 192, margin: null, purpose: 'any' },
  'icon-512': { size: 512, margin: null, purpose: 'any' },
  'icon-maskable-512': { size: 512, margin: 3, purpose: 'maskable' },
  'icon-apple-180': { size: 180, margin: 0 },
};

/** Writes icons and manifest into the assets below `folder`; returns the elements of a page that name them. */
export async function writeIcons(folder: string): Promise<string[]> {
  const drawing = await readFile(join(import.meta.dirname, 'icon.svg'), 'utf8');
  const icons = await Promise.all(
    Object.entries(ICONS).map(async ([name, kind]) => ({
      ...kind,
      path: await writeAsset(folder, name, 'png', await render(drawing, kind)),
    })),
  );
  const manifest = manifestOf(icons.filter(({ purpose }) => purpose !== undefined));
  const path = await writeAsset(folder, 'manifest', 'webmanifest', JSON.stringify(manifest));
  const apple = icons.find(({ purpose }) => purpose === undefined);
  return [`<link rel="apple-touch-icon" href="${apple?.path}">`, `<link rel="manifest" href="${path}">`];
}

function manifestOf(icons: { path: string; size: number; purpose?: string }[]) {
  return {
    name: 'Carrel',
    short_name: 'Carrel',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#f7f8fa',
    theme_color: '#3451b2',
    icons: icons.map(({ path, size, purpose }) => ({
      src: path,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  };
}

function render(drawing: string, { size, margin }: Kind): Promise<Buffer> {
  const svg = Buffer.from(margin === null ? drawing : squared(drawing, margin));
  return sharp(svg, { density: (72 * size) / UNITS })
    .resize(size, size)
    .png({ palette: true, effort: 10 })
    .toBuffer();
}

function squared(drawing: string, margin: number): string {
  const side = UNITS + 2 * margin;
  return drawing
    .replace(`viewBox="0 0 ${UNITS} ${UNITS}"`, `viewBox="${-margin} ${-margin} ${side} ${side}"`)
    .replace(
      `<rect width="${UNITS}" height="${UNITS}" rx="8"`,
      `<rect x="${-margin}" y="${-margin}" width="${side}" height="${side}"`,
    );
}

async function writeAsset(folder: string, name: string, type: string, content: string | Buffer): Promise<string> {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const path = `assets/${name}-${hash}.${type}`;
  await writeFile(join(folder, path), content);
  return `/${path}`;
}
