/** Images for documents without a thumbnail: a sheet with an icon of its kind. */
import { createHash } from 'node:crypto';
import type { Kind } from '../../platform/rendering/kinds.ts';

export type DefaultImage = { png: Buffer; hash: string };

const drawn = new Map<string, Promise<DefaultImage>>();

/** The default image of a kind in a size, as PNG. Each is rendered once. */
export async function defaultImage(kind: Kind, size: number): Promise<DefaultImage> {
  const name = `${kind} ${size}`;
  const image = drawn.get(name) ?? draw(kind, size);
  drawn.set(name, image);
  return image;
}

// A color and an icon on a 24 by 24 grid.
const SIGNS: Record<Kind, { colour: string; sign: string }> = {
  image: {
    colour: '#2f8f6b',
    sign: '<circle cx="7" cy="7" r="2.5"/><path d="M1 21 9 11l5 6 3-3.5L23 21Z" stroke-linejoin="round"/>',
  },
  text: { colour: '#5b6675', sign: lines('M2 5h20M2 10h20M2 15h20M2 20h12') },
  spreadsheet: {
    colour: '#2e8b47',
    sign: lines('M2 3h20v18H2ZM2 9h20M2 15h20M9 3v18'),
  },
  pdf: {
    colour: '#c5372c',
    sign: lines('M1 17V7h3a3 3 0 0 1 0 6H1M10 17V7h2a5 5 0 0 1 0 10ZM20 17V7h4M20 12h3'),
  },
  presentation: {
    colour: '#d4662a',
    sign: `${lines('M1 3h22M3 3v13h18V3M12 16v3M8 22l4-3 4 3')}<path d="M7 13V9h2.5v4ZM11 13V6h2.5v7ZM15 13v-3h2.5v3Z" stroke="none"/>`,
  },
  word: { colour: '#2c66b8', sign: lines('M2 4l4.5 16L12 6l5.5 14L22 4') },
  video: { colour: '#7a4bb3', sign: `${lines('M2 4h20v16H2Z')}<path d="M9.5 8v8l7-4Z" stroke-linejoin="round"/>` },
  audio: {
    colour: '#b0408f',
    sign: `${lines('M8 19V5l12-2v14')}<circle cx="5.5" cy="19" r="2.5"/><circle cx="17.5" cy="17" r="2.5"/>`,
  },
  archive: {
    colour: '#a97a1e',
    sign: `${lines('M2 7h20v14H2ZM1 3h22v4H1Z')}<path d="M9 11h6v2.5H9Z" stroke="none"/>`,
  },
  other: { colour: '#7b8694', sign: lines('M2 12h.01M12 12h.01M22 12h.01', 4) },
};

function lines(path: string, width = 2): string {
  return `<path d="${path}" fill="none" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

async function draw(kind: Kind, size: number): Promise<DefaultImage> {
  // Loaded on first use: it is large, and the program works without it.
  const { default: sharp } = await import('sharp');
  const { colour, sign } = SIGNS[kind];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="256" viewBox="0 0 192 256">
    <path d="M14 4H126L184 62V242A10 10 0 0 1 174 252H14A10 10 0 0 1 4 242V14A10 10 0 0 1 14 4Z" fill="#fff" stroke="#c9d0d9" stroke-width="3"/>
    <path d="M126 4V52A10 10 0 0 0 136 62H184Z" fill="#eef1f5" stroke="#c9d0d9" stroke-width="3" stroke-linejoin="round"/>
    <g transform="translate(48 92) scale(4)" fill="${colour}" stroke="${colour}">${sign}</g>
    <rect x="32" y="222" width="128" height="8" rx="4" fill="${colour}" opacity="0.25"/>
  </svg>`;
  const png = await sharp(Buffer.from(svg), { density: (72 * size) / 256 })
    .resize({ width: size, height: size, fit: 'inside' })
    .png({ compressionLevel: 9 })
    .toBuffer();
  return { png, hash: createHash('sha256').update(png).digest('hex') };
}
