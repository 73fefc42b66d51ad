/** Splits the text of pages into passages, so that a changed word does not change all lines after it. */
import type { ContentText } from '../../../api/answers.ts';

/** A sentence, a heading, or a cell or row of a table. `page` null: the text has no pages. */
export type Passage = { page: number | null; text: string };

/** A line of a paragraph is at least this long, compared with the longest line of its page. Others end a paragraph. */
const FULL_LINE = 0.7;
/** Characters. Shorter lines are headings, cells of tables, and numbers of pages. */
const LEAST_LINE = 25;
/** After a sentence. */
const BETWEEN = /(?<=[.!?؟।]["”’)]?)\s+(?=["“‘(]?[\p{Lu}\p{Lt}\p{Lo}\p{N}])|(?<=[。！？])/u;

/** The passages of a text. Lines of pages are joined to paragraphs, because where they break says nothing. */
export function passagesOf(pages: ContentText['Pages']): Passage[] {
  const passages: Passage[] = [];
  let paragraph: Passage[] = [];
  const finish = () => {
    passages.push(...sentencesOf(paragraph));
    paragraph = [];
  };
  for (const { Page: page, Text: text } of pages) {
    const lines = text.split('\n').map((line) => line.trim());
    const longest = Math.max(...lines.map(({ length }) => length));
    for (const line of lines) {
      if (line !== '') paragraph.push({ page, text: line });
      if (page === null || line.length < Math.max(LEAST_LINE, longest * FULL_LINE)) finish();
    }
  }
  finish();
  return passages;
}

// A sentence belongs to the page of the line in which it begins.
function sentencesOf(lines: Passage[]): Passage[] {
  const paragraph = lines.map(({ text }) => text).join(' ');
  let [end, line, endOfLine] = [0, 0, lines[0]?.text.length ?? 0];
  return paragraph === ''
    ? []
    : paragraph.split(BETWEEN).map((text) => {
        const start = paragraph.indexOf(text, end);
        end = start + text.length;
        while (start > endOfLine) endOfLine += 1 + (lines[++line]?.text.length ?? 0);
        return { page: lines[line]?.page ?? null, text };
      });
}
