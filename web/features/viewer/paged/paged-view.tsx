import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { messages } from '../../../messages/en.ts';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { useDebounced } from '../../../ui/use-debounced.ts';
import { Frame } from '../frame/frame.tsx';
import { DrawHint } from '../marks/draw-layer.tsx';
import { useChosenPage } from '../marks/use-chosen-page.ts';
import { PageList } from './page-list.tsx';
import { pressKey, toolOf } from './paged-keys.ts';
import { type PagedActions, PagedToolbar } from './paged-toolbar.tsx';
import type { Pager, PagerView } from './pager.ts';
import { SidePanel } from './side-panel.tsx';
import { usePanel } from './use-panel.ts';
import css from './paged.module.css';

/** In less room, most controls are in a menu, and the panel covers the pages. */
const NARROW = 520;
const ANNOUNCE_MS = 500;
const FRAME = '[data-frame]';

type Props = {
  document: Previewable;
  pager: Pager;
  view: PagerView;
  actions: PagedActions;
  /** The bar below the toolbar, while a reader searches. */
  bar?: ReactNode;
  /** Null: the document has no outline. */
  outline?: ReactNode;
};

/** A document of pages: toolbar, panel and pages. */
export function PagedView({ document, pager, view, actions, bar = null, outline = null }: Props) {
  const { body, isNarrow } = useNarrow();
  useToolKeys(body, actions);
  useChosenPage(pager);
  const panel = usePanel();
  const onChosen = () => {
    // In little room, the panel covers the pages.
    if (!isNarrow) return;
    panel.close();
    pager.scroller?.focus({ preventScroll: true });
  };
  const onKey = useCallback((event: KeyboardEvent) => pressKey(pager, event), [pager]);
  return (
    <Frame document={document} onKey={onKey} toolbar={<PagedToolbar {...{ pager, view, actions, isNarrow, panel }} />}>
      {bar}
      <DrawHint />
      <div ref={body} className={css.parts} data-narrow={isNarrow || undefined}>
        {panel.isOpen ? <SidePanel {...{ pager, view, outline, onChosen }} onClose={panel.close} /> : null}
        <PageList pager={pager} view={view} label={messages.preview.of(document.name)} />
      </div>
      <Announcement>{t.page(view.page, pager.source.count)}</Announcement>
      <Announcement>{lookOf(view)}</Announcement>
    </Frame>
  );
}

// Screen readers announce a page, a zoom or a turn when the reader stays with it.
function Announcement({ children: text }: { children: string }) {
  return <VisuallyHidden aria-live="polite">{useDebounced(text, ANNOUNCE_MS)}</VisuallyHidden>;
}

// Of the zoom that the reader chose: that of the pages can change with each of them.
function lookOf({ zoom, turn }: PagerView): string {
  const scale = zoom === 'width' ? t.fitWidth : zoom === 'page' ? t.fitPage : t.zoom(Math.round(zoom * 100));
  return turn === 0 ? scale : `${scale}, ${t.turned(turn)}`;
}

function useNarrow() {
  const body = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(() => window.innerWidth < NARROW);
  useEffect(() => {
    if (body.current === null) return;
    const sizes = new ResizeObserver(([entry]) => setNarrow((entry?.contentRect.width ?? NARROW) < NARROW));
    sizes.observe(body.current);
    return () => sizes.disconnect();
  }, []);
  return { body, isNarrow };
}

// The browser's own search would find only the few pages that are in the document. The key pressed again reaches it.
// Of two documents beside each other, the one with the focus is searched.
function useToolKeys(body: RefObject<HTMLElement | null>, { search, print }: PagedActions): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const tool = toolOf(event);
      const open = tool === null ? null : { search, print }[tool];
      const isInField = event.target instanceof HTMLInputElement && event.target.type === 'search';
      if (open === null || event.defaultPrevented || isInOther(body.current)) return;
      // Pressed again, the search of the browser opens.
      if (tool === 'search' && isInField) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [body, search, print]);
}

function isInOther(body: HTMLElement | null): boolean {
  const focused = document.activeElement?.closest(FRAME) ?? null;
  return focused !== null && focused !== body?.closest(FRAME);
}
