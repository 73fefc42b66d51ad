import { useEffect, useState } from 'react';
import { askWorker } from '../frame/ask-worker.ts';
import type { HighlightRequest, HighlightedLines } from './highlight.worker.ts';
import { languageOf } from './languages.ts';

/** The part of a text that is highlighted. The rest is plain. */
const HIGHLIGHTED_LENGTH = 200_000;

/** The highlighted beginning of a source, or no lines while it is not ready. The text is readable without it. */
export function useHighlight(text: string, name: string): HighlightedLines {
  const [lines, setLines] = useState<HighlightedLines>([]);
  const language = languageOf(name);
  const part = text.length <= HIGHLIGHTED_LENGTH ? text : text.slice(0, text.lastIndexOf('\n', HIGHLIGHTED_LENGTH));
  useEffect(() => {
    if (language === null || part === '') return;
    const stopping = new AbortController();
    const worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
    const request: HighlightRequest = [{ text: part, language }];
    askWorker<HighlightedLines[]>(worker, request, stopping.signal).then(
      ([found = []]) => stopping.signal.aborted || setLines(found),
      () => {},
    );
    return () => stopping.abort();
  }, [part, language]);
  return lines;
}
