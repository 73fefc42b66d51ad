import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import { type Pager, goTo } from '../paged/pager.ts';
import { type Destination, findPlace } from './destinations.ts';
import css from './pdf.module.css';

export type OutlineNode = { title: string; dest: Destination; items: OutlineNode[] };

/** Longer and deeper outlines are cut. */
const MOST_ENTRIES = 2000;
const MOST_LEVELS = 8;

/** The outline of a PDF; null without one, and until it is loaded. */
export function useOutline(pdf: PDFDocumentProxy): OutlineNode[] | null {
  const [outline, setOutline] = useState<OutlineNode[] | null>(null);
  useEffect(() => {
    let isWanted = true;
    pdf.getOutline().then(
      (nodes) =>
        isWanted && setOutline(nodes === null || nodes.length === 0 ? null : cut(nodes, { left: MOST_ENTRIES })),
      // An outline that cannot be read is left out.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [pdf]);
  return outline;
}

function cut(nodes: OutlineNode[], rest: { left: number }, level = 1): OutlineNode[] {
  const kept: OutlineNode[] = [];
  for (const { title, dest, items } of nodes) {
    if (rest.left-- <= 0) break;
    kept.push({ title, dest, items: level < MOST_LEVELS ? cut(items, rest, level + 1) : [] });
  }
  return kept;
}

type Props = { pdf: PDFDocumentProxy; pager: Pager; nodes: OutlineNode[] };

/** The outline, where each entry leads to its page. */
export function PdfOutline({ pdf, pager, nodes }: Props) {
  const follow = async (dest: Destination) => {
    const place = await findPlace(pdf, dest, pager.view.turn);
    if (place !== null) goTo(pager, place.page, place.down);
  };
  return (
    <nav className={css.outline} aria-label={t.outline}>
      <Entries nodes={nodes} onFollow={(dest) => void follow(dest)} />
    </nav>
  );
}

function Entries({ nodes, onFollow }: { nodes: OutlineNode[]; onFollow: (dest: Destination) => void }) {
  return (
    <ul>
      {nodes.map(({ title, dest, items }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- titles repeat, and the outline never changes
        <li key={at}>
          <button type="button" onClick={() => onFollow(dest)}>
            {title.trim() === '' ? t.untitled : title}
          </button>
          {items.length === 0 ? null : <Entries nodes={items} onFollow={onFollow} />}
        </li>
      ))}
    </ul>
  );
}
