/** Generated images made of shapes only, because a server may have no fonts. */
import sharp from 'sharp';
import type { Random } from '../random.ts';

const WIDTH = 1200;
const HEIGHT = 800;

const PALETTES = [
  ['#dbe7f0', '#27496d', '#5b8fb9', '#f2a65a'],
  ['#f6e7d8', '#5c3d2e', '#b85c38', '#2d6a6a'],
  ['#e5efe3', '#1e5128', '#4e9f3d', '#d8b400'],
  ['#ece4f4', '#3d2c5e', '#7d5ba6', '#e07a5f'],
];

/** An image matching its name, as PNG, or as JPEG by extension. */
export async function picture(name: string, random: Random): Promise<Buffer> {
  const colors = random.pick(PALETTES);
  const isPlan = /plan|sketch|logo/i.test(name);
  const shapes = isPlan ? plan(colors, random) : skyline(colors, random);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${shapes}</svg>`;
  const image = sharp(Buffer.from(svg));
  return /\.jpe?g$/i.test(name) ? image.jpeg({ quality: 80 }).toBuffer() : image.png({ palette: true }).toBuffer();
}

function skyline([sky = '', dark = '', middle = '', light = '']: string[], random: Random): string {
  const sun = `<circle cx="${random.between(150, 1050)}" cy="${random.between(110, 260)}" r="70" fill="${light}"/>`;
  const houses = Array.from({ length: 11 }, (_, index) => {
    const height = random.between(180, 520);
    const left = index * 112 - 10;
    const windows = Array.from({ length: Math.floor(height / 60) }, (__, floor) =>
      [20, 62].map((x) => rectangle(left + x, HEIGHT - height + 24 + floor * 56, 24, 32, sky)).join(''),
    );
    return rectangle(left, HEIGHT - height, 106, height, index % 3 === 0 ? middle : dark) + windows.join('');
  });
  return rectangle(0, 0, WIDTH, HEIGHT, sky) + sun + houses.join('');
}

function plan([paper = '', ink = '', , accent = '']: string[], random: Random): string {
  const across = random.between(380, 760);
  const down = random.between(260, 520);
  const wall = (x1: number, y1: number, x2: number, y2: number) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${ink}" stroke-width="14"/>`;
  const door = `<path d="M ${across} 620 A 90 90 0 0 1 ${across + 90} 710" fill="none" stroke="${accent}" stroke-width="5"/>`;
  const outline = `<rect x="100" y="90" width="1000" height="620" fill="none" stroke="${ink}" stroke-width="20"/>`;
  const stairs = Array.from({ length: 8 }, (_, index) => wall(980, 130 + index * 26, 1080, 130 + index * 26));
  return (
    rectangle(0, 0, WIDTH, HEIGHT, paper) +
    outline +
    wall(across, 90, across, 620) +
    wall(100, down, across, down) +
    door +
    stairs.join('')
  );
}

function rectangle(x: number, y: number, width: number, height: number, fill: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`;
}
