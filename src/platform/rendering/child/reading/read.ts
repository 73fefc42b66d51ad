/** Reads the text of a content. Its bytes decide how, not its name. */
import { sniff } from '../sniff.ts';
import type { Made, Task } from '../task.ts';
import { type Collector, type Reading, createCollector } from './collector.ts';

type Read = (task: Task, into: Collector, format: string) => Promise<Reading>;

// Loaded on demand, as in main.ts.
const READERS: Record<string, Read> = {
  pdf: async (task, into) => (await import('./pdf-text.ts')).readPdf(task, into),
  text: async (task, into) => (await import('./plain-text.ts')).readPlainText(task, into),
};

/** The text of any content; none of formats without text. */
export async function readContent(task: Task): Promise<Made> {
  const format = await sniff(task.path);
  const read = READERS[format];
  const into = createCollector();
  return into.finish(read === undefined ? { method: 'none' } : await read(task, into, format));
}
