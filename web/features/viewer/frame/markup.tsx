import { useEffect, useRef } from 'react';
import { highlightCode } from '../text/highlight-code.ts';
import { safeElements } from './safe-markup.ts';
import colors from '../text/code.module.css';
import css from './markup.module.css';

/** Markup from elsewhere, without anything active. Blocks of code get their colors later. */
export function Markup({ markup }: { markup: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const safe = safeElements(markup);
    place.current?.replaceChildren(...safe.nodes);
    const stopping = new AbortController();
    // Without colors, the code can be read too.
    highlightCode(safe.code, stopping.signal).catch(() => {});
    return () => stopping.abort();
  }, [markup]);
  return <div ref={place} className={`${css.markup} ${colors.code}`} />;
}
