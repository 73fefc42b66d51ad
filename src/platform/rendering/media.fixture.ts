/** A video and a photo, made with FFmpeg. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A blue video of this length and container. */
export function video(extension: string, seconds: number, options: string[] = []): Buffer {
  const source = `color=c=blue:duration=${seconds}:size=160x90:rate=25`;
  return media(extension, ['-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', ...options]);
}

/** A sound of this length, with an input before it if there is one. */
export function sound(
  extension: string,
  seconds: number,
  { input = [], options = [] }: Record<string, string[]>,
): Buffer {
  return media(extension, [...input, '-f', 'lavfi', '-i', `sine=duration=${seconds}`, ...options]);
}

function media(extension: string, options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'carrel-media-'));
  try {
    const file = join(folder, `v.${extension}`);
    execFileSync('ffmpeg', ['-loglevel', 'error', ...options, file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A photo as phones take them: HEVC in an HEIF container, made from a blue one-frame video. */
export function heic(): Buffer {
  const movie = video('mp4', 0.1, [
    '-c:v',
    'libx265',
    '-x265-params',
    'log-level=none',
    '-tag:v',
    'hvc1',
    '-frames:v',
    '1',
  ]);
  const configuration = boxOf(movie, 'hvcC');
  const data = boxOf(movie, 'mdat').subarray(8);
  const meta = (offset: number) => {
    const location = Buffer.concat([u16(1), u16(0), u16(1), u32(offset), u32(data.length)]);
    return box('meta', [
      u32(0),
      box('hdlr', [u32(0), u32(0), Buffer.from('pict'), Buffer.alloc(13)]),
      box('pitm', [u32(0), u16(1)]),
      box('iinf', [u32(0), u16(1), box('infe', [u32(0x02000000), u16(1), u16(0), Buffer.from('hvc1\0')])]),
      box('iprp', [
        box('ipco', [configuration, box('ispe', [u32(0), u32(160), u32(90)])]),
        box('ipma', [u32(0), u32(1), u16(1), Buffer.from([2, 0x81, 2])]),
      ]),
      box('iloc', [u32(0), Buffer.from([0x44, 0x00]), u16(1), location]),
    ]);
  };
  const brands = box('ftyp', [Buffer.from('heic'), u32(0), Buffer.from('mif1heic')]);
  const start = brands.length + meta(0).length + 8;
  return Buffer.concat([brands, meta(start), box('mdat', [data])]);
}

function box(type: string, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(content.length + 8), Buffer.from(type), content]);
}

function boxOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type) - 4;
  return file.subarray(at, at + file.readUInt32BE(at));
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 255]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
