import { type CSSProperties, memo, useEffect, useMemo, useRef, useState } from 'react';
import { messages } from '../../../messages/en.ts';
import { CODE_CLASSES } from './code-theme.ts';
import type { HighlightedLines } from './highlight.worker.ts';
import { linesOf } from './lines-of.ts';
import { useShownText } from './use-found-text.ts';
import type { FoundText } from './find-text.ts';
import { useHighlight } from './use-highlight.ts';
import colors from './code.module.css';
import css from './source.module.css';

/** Lines are rendered one by one only near the visible part. Other blocks are one text, which find and select work on. */
const BLOCK_LINES = 200;
/** The style sheet has the same value. */
const LINE_HEIGHT = 21;

/** `found`: shown first. */
type Props = { text: string; name: string; isWrapped: boolean; found: FoundText | null };

/** The lines of a text with their numbers. */
export function SourceLines({ text, name, isWrapped, found }: Props) {
  const scroller = useRef<HTMLPreElement>(null);
  const lines = useMemo(() => linesOf(text), [text]);
  const highlighted = useHighlight(text, name);
  const near = useNearBlocks(scroller, Math.ceil(lines.length / BLOCK_LINES));
  const wanted = found === null ? null : Math.floor(found.from.line / BLOCK_LINES);
  useShownText(scroller, found, highlighted);
  const digits = { '--digits': String(String(lines.length).length) } as CSSProperties;
  const starts = Array.from({ length: Math.ceil(lines.length / BLOCK_LINES) }, (_, block) => block * BLOCK_LINES);
  return (
    <pre
      ref={scroller}
      className={`${css.source} ${colors.code} ${isWrapped ? css.isWrapped : ''}`}
      style={digits}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
      tabIndex={0}
      role="region"
      aria-label={messages.preview.of(name)}
    >
      {starts.map((start, block) => (
        <Block
          key={start}
          lines={lines}
          start={start}
          highlighted={highlighted}
          isNear={near.has(block) || block === wanted}
        />
      ))}
    </pre>
  );
}

type BlockProps = { lines: string[]; start: number; highlighted: HighlightedLines; isNear: boolean };

const Block = memo(({ lines, start, highlighted, isNear }: BlockProps) => {
  const own = lines.slice(start, start + BLOCK_LINES);
  return (
    <div className={css.block} style={{ containIntrinsicHeight: `auto ${own.length * LINE_HEIGHT}px` }}>
      {isNear
        ? own.map((line, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- a line is what stands at its number
            <span key={start + at} className={css.line} data-number={start + at + 1}>
              <Line line={line} tokens={highlighted[start + at]} />
              {line === '' ? <br /> : null}
            </span>
          ))
        : own.join('\n')}
    </div>
  );
});

function Line({ line, tokens }: { line: string; tokens: number[] | undefined }) {
  if (tokens === undefined) return line;
  let end = 0;
  return tokens.map((_, at) => {
    const length = tokens[at];
    if (at % 2 === 1 || length === undefined) return null;
    end += length;
    const kind = CODE_CLASSES[tokens[at + 1] ?? 0] ?? 'text';
    const content = line.slice(end - length, end);
    return kind === 'text' ? (
      content
    ) : (
      <span key={end} data-code={kind}>
        {content}
      </span>
    );
  });
}

function useNearBlocks(scroller: { current: HTMLElement | null }, count: number): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  useEffect(() => {
    const root = scroller.current;
    if (root === null) return;
    const blocks = [...root.children];
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const now = new Set(before);
          for (const { target, isIntersecting } of entries) {
            if (isIntersecting) now.add(blocks.indexOf(target));
            else now.delete(blocks.indexOf(target));
          }
          return now;
        }),
      { root, rootMargin: '100% 0px' },
    );
    for (const block of blocks) observer.observe(block);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- there are other blocks to observe when their number changes
  }, [scroller, count]);
  return near;
}
