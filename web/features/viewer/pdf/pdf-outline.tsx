import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { use, useEffect, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { type Pager, goTo } from '../paged/pager.ts';
import { PanelContext } from '../paged/use-panel.ts';
import { type Destination, findPlace } from './destinations.ts';
import css from './pdf.module.css';

/** `count`: of the entries below, negative if they are hidden at first (ISO 32000-1, 12.3.3). */
export type OutlineNode = { title: string; dest: Destination; items: OutlineNode[]; count?: number | undefined };

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
  for (const { title, dest, items, count } of nodes) {
    if (rest.left-- <= 0) break;
    kept.push({ title, dest, count, items: level < MOST_LEVELS ? cut(items, rest, level + 1) : [] });
  }
  return kept;
}

type Props = { pdf: PDFDocumentProxy; pager: Pager; nodes: OutlineNode[] };

/** The outline, where each entry leads to its page. */
export function PdfOutline({ pdf, pager, nodes }: Props) {
  const onChosen = use(PanelContext);
  const follow = async (dest: Destination) => {
    const place = await findPlace(pdf, dest, pager.view.turn);
    if (place === null) return;
    goTo(pager, place.page, place.down);
    onChosen();
  };
  return (
    <nav className={css.outline} aria-label={t.outline}>
      <Entries nodes={nodes} onFollow={(dest) => void follow(dest)} />
    </nav>
  );
}

type Follow = { onFollow: (dest: Destination) => void };

function Entries({ nodes, onFollow }: Follow & { nodes: OutlineNode[] }) {
  return (
    <ul>
      {nodes.map((node, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- titles repeat, and the outline never changes
        <Entry key={at} node={node} onFollow={onFollow} />
      ))}
    </ul>
  );
}

function Entry({ node: { title, dest, items, count = 0 }, onFollow }: Follow & { node: OutlineNode }) {
  const [isOpen, setOpen] = useState(count >= 0);
  const name = title.trim() === '' ? t.untitled : title;
  const Arrow = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <li>
      <div className={css.entry}>
        {items.length === 0 ? (
          <span className={css.arrow} />
        ) : (
          <button
            type="button"
            className={css.arrow}
            aria-expanded={isOpen}
            aria-label={isOpen ? t.collapse(name) : t.expand(name)}
            onClick={() => setOpen(!isOpen)}
          >
            <Arrow size={16} aria-hidden />
          </button>
        )}
        <button type="button" className={css.title} onClick={() => onFollow(dest)}>
          {name}
        </button>
      </div>
      {isOpen && items.length > 0 ? <Entries nodes={items} onFollow={onFollow} /> : null}
    </li>
  );
}
