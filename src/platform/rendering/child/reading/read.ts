/** Reads the text of a content. Its bytes decide how, not its name. */
import { sniff } from '../sniff.ts';
import type { Made, Task } from '../task.ts';
import { type Collector, type Reading, createCollector } from './collector.ts';

type Read = (task: Task, into: Collector, format: string) => Promise<Reading | undefined>;

// Loaded on demand, as in main.ts. The first that reads the format is used.
const READERS: [RegExp, Read][] = [
  [/^pdf$/, async (task, into) => (await import('./pdf-text.ts')).readPdf(task, into)],
  [/^(?:text|svg)$/, async (...args) => (await import('./plain-text.ts')).readPlainText(...args)],
  [
    /^(?:cfb|rtf|do[ct][mx]|xl[st][mx]|p[op][st][mx]|o[dt][tsp])$/,
    async (...args) => (await import('./office-text.ts')).readOffice(...args),
  ],
  [/^(?:png|jpg|gif|webp|tif|avif|heic)$/, async (...args) => (await import('./picture-text.ts')).readPicture(...args)],
  [/^(?:zip|jar|epub)$/, async (task, into) => (await import('./archive-names.ts')).readArchive(task, into)],
];

/** The text of any content; none of formats without text. */
export async function readContent(task: Task): Promise<Made> {
  const format = await sniff(task.path);
  const into = createCollector();
  const read = READERS.find(([formats]) => formats.test(format))?.[1];
  return into.finish((await read?.(task, into, format)) ?? { method: 'none' });
}
