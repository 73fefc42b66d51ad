import { askWorker } from '../frame/ask-worker.ts';
import type { CodeBlock } from '../frame/safe-markup.ts';
import { CODE_CLASSES } from './code-theme.ts';
import type { HighlightRequest, HighlightedLines } from './highlight.worker.ts';
import { languageNamed } from './languages.ts';

/** The blocks and characters of a document that are highlighted. */
const [MAX_BLOCKS, MAX_LENGTH] = [200, 100_000];

/** Highlights blocks of code in a document, in one worker. */
export async function highlightCode(blocks: CodeBlock[], signal: AbortSignal): Promise<void> {
  const known = chooseBlocks(blocks);
  if (known.length === 0) return;
  const worker = new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module' });
  const request: HighlightRequest = known.map(({ text, language }) => ({ text, language }));
  const highlighted = await askWorker<HighlightedLines[]>(worker, request, signal);
  if (signal.aborted) return;
  for (const [at, { element, text }] of known.entries())
    element.replaceChildren(...text.split('\n').flatMap((line, number) => partsOf(line, number, highlighted[at])));
}

function chooseBlocks(blocks: CodeBlock[]) {
  let left = MAX_LENGTH;
  return blocks.slice(0, MAX_BLOCKS).flatMap(({ element, language: name }) => {
    const text = element.textContent;
    const language = languageNamed(name);
    if (language === null || text.length > left) return [];
    left -= text.length;
    return [{ element, text, language }];
  });
}

// The elements and texts of a line, after the end of the line before.
function partsOf(line: string, number: number, lines: HighlightedLines = []): (Node | string)[] {
  const parts: (Node | string)[] = number === 0 ? [] : ['\n'];
  const tokens = lines[number] ?? [];
  let end = 0;
  for (let at = 0; at + 1 < tokens.length; at += 2) {
    const start = end;
    end += tokens[at] ?? 0;
    parts.push(partOf(line.slice(start, end), tokens[at + 1] ?? 0));
  }
  parts.push(line.slice(end));
  return parts;
}

function partOf(text: string, kind: number): Node | string {
  if (kind === 0) return text;
  const part = document.createElement('span');
  part.dataset['code'] = CODE_CLASSES[kind];
  part.textContent = text;
  return part;
}
