/** Highlights sources. In a worker, because grammars take long on large or hostile texts. */
import { createHighlighterCore } from '@shikijs/core';
import { createJavaScriptRegexEngine } from '@shikijs/engine-javascript';
import { CODE_THEME, classOf } from './code-theme.ts';
import { GRAMMARS } from './grammars.ts';
import type { Language } from './languages.ts';

export type HighlightRequest = { text: string; language: Language }[];

/** For each line, pairs of a length and a class (CODE_CLASSES). */
export type HighlightedLines = number[][];

/** Longer lines, as those of minified scripts, stay plain. */
const MAX_LINE_LENGTH = 2000;
/**
 * The rest of a line that takes longer stays plain, in milliseconds. Expressions are compiled when they are first used,
 * which took more than the default of 500 on a busy computer.
 */
const MAX_LINE_TIME = 5000;

self.addEventListener('message', ({ data }: MessageEvent<HighlightRequest>) => {
  void highlight(data).then(
    (lines) => self.postMessage(lines),
    // The text stays plain.
    () => self.postMessage([]),
  );
});

async function highlight(sources: HighlightRequest): Promise<HighlightedLines[]> {
  const highlighter = await createHighlighterCore({
    themes: [CODE_THEME],
    langs: [...new Set(sources.map(({ language }) => language))].map((language) => GRAMMARS[language]),
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  return sources.map(({ text, language }) => {
    const options = {
      lang: language,
      theme: 'classes',
      tokenizeMaxLineLength: MAX_LINE_LENGTH,
      tokenizeTimeLimit: MAX_LINE_TIME,
    };
    return highlighter.codeToTokensBase(text, options).map(joined);
  });
}

// Neighbors of one class are one token.
function joined(tokens: { content: string; color?: string | undefined }[]): number[] {
  const pairs: number[] = [];
  for (const { content, color } of tokens) {
    const kind = classOf(color);
    if (pairs.length > 0 && pairs.at(-1) === kind) pairs[pairs.length - 2] = (pairs.at(-2) ?? 0) + content.length;
    else pairs.push(content.length, kind);
  }
  return pairs;
}
