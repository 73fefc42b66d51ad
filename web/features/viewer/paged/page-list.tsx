import { useLayoutEffect, useRef } from 'react';
import { viewerMessages } from '../../../messages/en/viewer/viewer.ts';
import { MarksOfPage } from '../marks/marks-of-page.tsx';
import { MAX_HEIGHT, endOf, topOf } from './page-layout.ts';
import { type Pager, type PagerView, attach, learnSize, leftOf, widthOf } from './pager.ts';
import { usePinch } from './use-pinch.ts';
import css from './paged.module.css';

type Props = { pager: Pager; view: PagerView; label: string };

/** The pages, one below the other. Only those near the visible part are in the document. */
export function PageList({ pager, view, label }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (scroller.current === null ? undefined : attach(pager, scroller.current)), [pager]);
  usePinch(scroller, pager);
  const { first, last } = view;
  const pages = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
    <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={label}>
      <div
        className={css.list}
        style={{ height: Math.min(MAX_HEIGHT, endOf(view.layout) - view.start), width: widthOf(view) }}
      >
        {pages.map((page) => (
          <PageBox key={page} pager={pager} view={view} page={page} />
        ))}
      </div>
    </div>
  );
}

function PageBox({ pager, view, page }: { pager: Pager; view: PagerView; page: number }) {
  const { PageContent, count } = pager.source;
  const { width, height, scale } = view.layout.boxOf(page);
  return (
    // A landmark for each page would hide the others of the screen.
    <div
      className={css.page}
      role="group"
      style={{ top: topOf(view.layout, page) - view.start, left: leftOf(view, page), width, height }}
      aria-label={viewerMessages.page(page, count)}
      data-page={page}
    >
      <PageContent
        page={page}
        width={width}
        height={height}
        scale={scale}
        turn={view.turn}
        onSize={(size) => learnSize(pager, page, size)}
      />
      <MarksOfPage page={page} turn={view.turn} />
    </div>
  );
}
