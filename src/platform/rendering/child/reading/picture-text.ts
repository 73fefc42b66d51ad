/** Text of a picture: its metadata, and words in it if they are to be recognized. */
import sharp from 'sharp';
import { openPicture } from '../image.ts';
import type { Task } from '../task.ts';
import type { Collector, Reading } from './collector.ts';
import { createRecognizer } from './ocr.ts';
import { textsOfPicture } from './picture-metadata.ts';

/** Smaller pictures are icons. */
const MIN_SIDE = 64;

export async function readPicture(task: Task, into: Collector, format: string): Promise<Reading> {
  const metadata = await sharp(task.path).metadata();
  into.add(textsOfPicture(metadata).join('\n'));
  if (Math.min(metadata.width, metadata.height) < MIN_SIDE) return { method: 'image' };
  const recognizer = await createRecognizer(task);
  if (recognizer === null) return { method: 'image', missingPart: 'tesseract' };
  // Frames of animations are not pages.
  const count = format === 'tif' ? (metadata.pages ?? 1) : 1;
  for (let page = 1; page <= count && !recognizer.isIncomplete(); page += 1) {
    const text = await recognizer.read(() => openPicture(task.path, format, page));
    if (!into.add(text, format === 'tif' ? page : null)) break;
  }
  if (recognizer.isIncomplete()) into.truncate();
  return { method: 'ocr' };
}
