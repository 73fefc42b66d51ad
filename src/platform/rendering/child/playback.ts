/** Converts a video or sound to an MP4 that every browser plays, without metadata, subtitles and attachments. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { OUTPUT } from '../job.ts';
import { sniff } from './sniff.ts';
import { type Made, type Task, words } from './task.ts';
import { MAX_ALLOCATION_BYTES, VIDEO_READERS } from './video.ts';

/** As for videos: the FFmpeg demuxer for each format, so that nothing is read as a playlist. */
const AUDIO_READERS: Record<string, string> = {
  aac: 'aac',
  aif: 'aiff',
  flac: 'flac',
  m4a: 'mov',
  m4b: 'mov',
  mp3: 'mp3',
  oga: 'ogg',
  ogg: 'ogg',
  ogx: 'ogg',
  opus: 'ogg',
  spx: 'ogg',
  wav: 'wav',
};

/** Half an hour at these rates has 225 MB, less than a program may write. */
const MAX_SECONDS = 1_800;
const VIDEO =
  '-c:v libx264 -preset veryfast -profile:v high -pix_fmt yuv420p -crf 26 -maxrate 900k -bufsize 1800k -fpsmax 30';
const AUDIO = '-c:a aac -b:a 96k -ac 2';
/** 1280 pixels at most in the longer direction, 720 in the other; even numbers, as H.264 needs. */
const SCALE =
  "scale=iw*sar:ih,setsar=1,scale='if(gt(iw,ih),min(1280,iw),min(720,iw))':'if(gt(iw,ih),min(720,ih),min(1280,ih))'" +
  ':force_original_aspect_ratio=decrease:force_divisible_by=2';
/** FFmpeg counts in frames. */
const TOLERANCE_SECONDS = 0.5;

export async function makePlayback(task: Task): Promise<Made> {
  const { folder, path, programs } = task;
  const format = await sniff(path);
  const reader = VIDEO_READERS[format] ?? AUDIO_READERS[format];
  if (reader === undefined) throw new Error(`the content is neither a video nor a sound (${format})`);
  const { ffmpeg } = programs;
  if (ffmpeg === undefined) return { missingPart: 'ffmpeg' };
  const progress = join(folder, 'progress');
  const args = [
    ...words(`-nostdin -hide_banner -loglevel error -threads 1 -max_alloc ${MAX_ALLOCATION_BYTES}`),
    ...words(`-protocol_whitelist file,pipe -f ${reader} -i`),
    `file:${path}`,
    // Pictures of albums are no video.
    ...words('-map 0:V:0? -map 0:a:0? -sn -dn -map_metadata -1 -map_chapters -1 -fflags +bitexact'),
    ...words(`-t ${MAX_SECONDS} -vf`),
    SCALE,
    ...words(`${VIDEO} ${AUDIO} -threads 1 -movflags +faststart -f mp4 -progress`),
    `file:${progress}`,
    '-y',
    `file:${join(folder, OUTPUT)}`,
  ];
  await promisify(execFile)(ffmpeg, args, { cwd: folder });
  const seconds = lengthOf(await readFile(progress, 'latin1'));
  return { about: { seconds, isComplete: seconds < MAX_SECONDS - TOLERANCE_SECONDS } };
}

// FFmpeg appends its state twice a second.
function lengthOf(progress: string): number {
  const [, time = ''] = /.*\nout_time_us=(\d+)/s.exec(progress) ?? [];
  const seconds = Number(time) / 1_000_000;
  if (!(seconds > 0)) throw new Error('the content has neither pictures nor sound');
  return seconds;
}
