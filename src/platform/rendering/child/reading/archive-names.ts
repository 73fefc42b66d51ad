/** The names of the files in a ZIP archive. */
import { readNames } from '../archive.ts';
import type { Task } from '../task.ts';
import type { Collector, Reading } from './collector.ts';

const MAX_NAMES = 20_000;

export async function readArchive({ path }: Task, into: Collector): Promise<Reading> {
  const { names, isComplete } = await readNames(path, MAX_NAMES);
  if (!isComplete) into.truncate();
  into.add(names.join('\n'));
  return { method: 'archive' };
}
