/** Plain text of any kind. */
import { stat } from 'node:fs/promises';
import type { Task } from '../task.ts';
import { readText } from '../text.ts';
import type { Collector, Reading } from './collector.ts';

/** In UTF-16, twice as much as is kept. */
const READ_BYTES = 2 * 1024 * 1024;

export async function readPlainText({ path }: Task, into: Collector): Promise<Reading> {
  if ((await stat(path)).size > READ_BYTES) into.truncate();
  into.add(await readText(path, READ_BYTES));
  return { method: 'text' };
}
