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
  let paragraph: { page: number | null; lines: string[] } | null = null;
  const finish = () => {
    if (paragraph === null) return;
    const { page, lines } = paragraph;
    passages.push(
      ...lines
        .join(' ')
        .split(BETWEEN)
        .map((text) => ({ page, text })),
    );
    paragraph = null;
  };
  for (const { Page: page, Text: text } of pages) {
    const lines = text.split('\n').map((line) => line.trim());
    const longest = Math.max(...lines.map(({ length }) => length));
    for (const line of lines) {
      if (line !== '') (paragraph ??= { page, lines: [] }).lines.push(line);
      if (page === null || line.length < Math.max(LEAST_LINE, longest * FULL_LINE)) finish();
    }
  }
  finish();
  return passages;
}
