/** Pictures, films and sounds. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { heic } from '../../../src/platform/rendering/media.fixture.ts';
import { without } from '../../parts.ts';
import { CONVERTED, NOT_SHOWN, PAGE, type Sample } from './sample.ts';

const LAKE = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 800 600"><rect width="800" height="600" fill="#bfe0ee"/><path d="M0 330l160-130 130 90 170-160 180 170 160-90v160H0z" fill="#5d7f74"/><rect y="370" width="800" height="230" fill="#3f7f9c"/><circle cx="640" cy="110" r="46" fill="#ffe9a8"/></svg>`;
const PLAN = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200" viewBox="0 0 800 600"><rect width="800" height="600" fill="#fdfcf8"/><g fill="none" stroke="#234" stroke-width="6"><path d="M90 90h620v420H90zM90 300h300M390 90v140M390 300v210M540 300v90M540 450v60"/></g></svg>`;

/** The picture of an image viewer, and of a visitor who can only view. */
const IMAGE = { shows: '[data-ready] img', shownToViewers: PAGE };
/** Images that browsers cannot show. */
const DRAWN = { shows: PAGE, shownToViewers: PAGE };

export async function pictures(): Promise<Sample[]> {
  const lake = () => sharp(Buffer.from(LAKE));
  const plan = () => sharp(Buffer.from(PLAN));
  // Stored turned to the left, as a phone that is held upright does.
  const turned = await lake().resize(1200, 900).rotate(-90).jpeg().withMetadata({ orientation: 6 }).toBuffer();
  const frames = await Promise.all([plan(), lake()].map((each) => each.resize(1200, 900).png().toBuffer()));
  const moving = await Promise.all([0, 120].map((hue) => lake().resize(400, 300).modulate({ hue }).png().toBuffer()));
  return [
    { name: 'Phone photo.jpg', content: turned, ...IMAGE },
    { name: 'Ground floor.png', content: await plan().png().toBuffer(), ...IMAGE },
    { name: 'Banner.webp', content: await lake().resize(1600, 400).webp().toBuffer(), ...IMAGE },
    { name: 'Photo.avif', content: await lake().resize(800).avif({ effort: 0 }).toBuffer(), ...IMAGE },
    {
      name: 'Steps.gif',
      content: await sharp(moving, { join: { animated: true } })
        .gif()
        .toBuffer(),
      ...IMAGE,
    },
    {
      name: 'Fax.tiff',
      content: await sharp(frames, { join: { animated: true } })
        .tiff()
        .toBuffer(),
      ...DRAWN,
    },
    { name: 'Logo.svg', content: Buffer.from(LAKE), ...DRAWN },
    ...(without('ffmpeg') === false ? [{ name: 'Phone.heic', content: heic(), ...DRAWN }] : []),
  ];
}

const PICTURE = ['-f', 'lavfi', '-i', 'testsrc=duration=4:size=640x360:rate=25'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=duration=4'];

export function films(): Sample[] {
  if (without('ffmpeg') !== false) return [];
  const playing = { shows: 'video', shownToViewers: CONVERTED };
  const captions = 'WEBVTT\n\n00:00.000 --> 00:04.000\nThe house by the lake, seen from the road.\n';
  return [
    {
      name: 'Visit.mp4',
      content: encode('mp4', [...PICTURE, ...SOUND, '-pix_fmt', 'yuv420p', '-shortest']),
      ...playing,
    },
    { name: 'Visit.en.vtt', content: Buffer.from(captions), shows: 'pre [data-number]', shownToViewers: NOT_SHOWN },
    { name: 'Flight.webm', content: encode('webm', [...PICTURE, '-c:v', 'libvpx', '-b:v', '200k']), ...playing },
    {
      name: 'Old film.avi',
      content: encode('avi', PICTURE),
      shows: CONVERTED,
      shownToViewers: CONVERTED,
    },
  ];
}

export function audio(): Sample[] {
  if (without('ffmpeg') !== false) return [];
  const playing = { shows: 'audio', shownToViewers: CONVERTED };
  return ['Interview.mp3', 'Note.wav'].map((name) => ({ name, content: encode(name.slice(-3), SOUND), ...playing }));
}

function encode(extension: string, options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-gallery-film-'));
  try {
    const file = join(folder, `f.${extension}`);
    execFileSync('ffmpeg', ['-loglevel', 'error', ...options, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
