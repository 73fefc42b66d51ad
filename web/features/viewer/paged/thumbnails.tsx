import { useVirtualizer } from '@tanstack/react-virtual';
import { use, useEffect, useRef } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import { type Pager, type PagerView, goTo } from './pager.ts';
import { PanelContext } from './use-panel.ts';
import css from './paged.module.css';

const WIDTH = 112;
const LABEL = 28;

/** Small pictures of all pages. */
export function Thumbnails({ pager, view }: { pager: Pager; view: PagerView }) {
  const choose = useChoice(pager);
  const { source } = pager;
  const { Thumbnail, count } = source;
  const scroller = useRef<HTMLDivElement>(null);
  const ratio = source.firstSize.height / source.firstSize.width;
  const height = Math.round(WIDTH * Math.min(2, view.turn % 180 === 0 ? ratio : 1 / ratio));
  const row = height + LABEL;
  // oxlint-disable-next-line react/incompatible-library -- the list is used in this component only
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => row,
    overscan: 2,
  });
  useEffect(() => list.measure(), [list, row]);
  useEffect(() => list.scrollToIndex(view.page - 1, { align: 'auto' }), [list, view.page]);
  return (
    <div ref={scroller} className={css.thumbnails} role="group" aria-label={t.thumbnails}>
      <div style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }) => (
          <button
            key={index}
            type="button"
            className={css.thumbnail}
            style={{ top: start, height: row }}
            aria-label={t.page(index + 1, count)}
            aria-current={view.page === index + 1 ? 'page' : undefined}
            onClick={() => choose(index + 1)}
          >
            <span className={css.thumbnailPicture} style={{ height }}>
              <Thumbnail page={index + 1} width={WIDTH} turn={view.turn} />
            </span>
            <span aria-hidden>{index + 1}</span>
          </button>
        ))}
      </div>
    </div>
  );
}

function useChoice(pager: Pager) {
  const onChosen = use(PanelContext);
  return (page: number) => {
    goTo(pager, page);
    onChosen();
  };
}
