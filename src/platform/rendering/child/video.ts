/** Video: the frame after one second, or the first frame of a shorter one. */
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sniff } from './sniff.ts';
import { type Drawing, type Task, words } from './task.ts';

/**
 * The FFmpeg demuxer for each format: without one it would also read playlists, which name other files and addresses.
 */
export const VIDEO_READERS: Record<string, string> = {
  '3g2': 'mov',
  '3gp': 'mov',
  asf: 'asf',
  avi: 'avi',
  flv: 'flv',
  m4v: 'mov',
  mkv: 'matroska',
  mov: 'mov',
  mp4: 'mov',
  mpg: 'mpeg',
  mts: 'mpegts',
  ogv: 'ogg',
  webm: 'matroska',
  wmv: 'asf',
};
export const MAX_ALLOCATION_BYTES = 512 * 1024 * 1024;

export async function drawVideo(task: Task): Promise<Drawing> {
  const format = await sniff(task.path);
  const reader = VIDEO_READERS[format];
  if (reader === undefined) throw new Error(`the content is not a video (${format})`);
  const { ffmpeg } = task.programs;
  if (ffmpeg === undefined) return { png: null, missingPart: 'ffmpeg' };
  const png = (await drawFrame(task, ffmpeg, reader, 1)) ?? (await drawFrame(task, ffmpeg, reader, 0));
  if (png === null) throw new Error('the video has no frame');
  return { png };
}

async function drawFrame({ path, folder, size }: Task, ffmpeg: string, reader: string, second: number) {
  const frame = join(folder, `frame-${second}.png`);
  // Square pixels first, so that the image matches a player.
  const filter = `scale=iw*sar:ih,setsar=1,scale=${size}:${size}:force_original_aspect_ratio=decrease`;
  const args = [
    ...words(`-nostdin -hide_banner -loglevel error -threads 1 -max_alloc ${MAX_ALLOCATION_BYTES}`),
    ...words(`-protocol_whitelist file,pipe -f ${reader} -ss ${second} -i`),
    `file:${path}`,
    ...words(`-map 0:v:0 -frames:v 1 -vf ${filter} -map_metadata -1 -c:v png -f image2 -update 1 -y`),
    `file:${frame}`,
  ];
  // On failure there is no image. For a shorter video FFmpeg succeeds without one.
  await promisify(execFile)(ffmpeg, args, { cwd: folder }).catch(() => {});
  return (await stat(frame).catch(() => undefined))?.isFile() === true ? readFile(frame) : null;
}
