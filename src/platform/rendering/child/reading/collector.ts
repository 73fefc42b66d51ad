/** Collects the text of a content within the bounds of the output. */
import type { TextAbout, TextPage } from '../../job.ts';
import type { Part } from '../../programs.ts';
import { MAX_TEXT_BYTES, MAX_TEXT_PAGES, cleanText } from '../../text-output.ts';
import type { Made } from '../task.ts';

/** How a content was read. `missingPart`: with that program there may be more. */
export type Reading = { method: TextAbout['method']; missingPart?: Part | undefined };

export type Collector = {
  /** Adds text of a page, or without one. Returns false if there is no room for more. */
  add(text: string, page?: number | null): boolean;
  /** Notes that some of the text was not read. */
  truncate(): void;
  /** Whether there is any text. */
  hasText(): boolean;
  finish(reading: Reading): Made;
};

export function createCollector(): Collector {
  const pages: TextPage[] = [];
  let room = MAX_TEXT_BYTES;
  let isComplete = true;
  const truncate = () => void (isComplete = false);
  return {
    add(text, page = null) {
      const clean = cleanText(text);
      if (clean.trim() === '') return room > 0;
      const fitting = page !== null && page > MAX_TEXT_PAGES ? '' : cut(clean, room);
      if (fitting.length < clean.length) {
        truncate();
        room = 0;
      } else room -= Buffer.byteLength(clean);
      if (fitting !== '') pages.push({ page, text: fitting });
      return room > 0;
    },
    truncate,
    hasText: () => pages.length > 0,
    finish({ method, missingPart }) {
      const lines = pages.map((page) => `${JSON.stringify(page)}\n`).join('');
      return {
        ...(lines !== '' && { content: [Buffer.from(lines)] }),
        about: { method: lines === '' ? 'none' : method, isComplete },
        ...(missingPart !== undefined && { missingPart }),
      };
    },
  };
}

/** The beginning of a text that takes at most so many bytes in UTF-8. */
function cut(text: string, bytes: number): string {
  if (text.length * 3 <= bytes) return text;
  const all = Buffer.from(text);
  // A character that was cut becomes U+FFFD.
  return all.length <= bytes ? text : all.toString('utf8', 0, bytes).replace(/\uFFFD$/, '');
}
