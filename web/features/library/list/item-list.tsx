import { useRef } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useBrowsing } from '../browser-context.ts';
import { ListRow } from './list-row.tsx';
import { ListTile } from './list-tile.tsx';
import { ListHead } from './list-head.tsx';
import { idOfRow, indexAfterKey } from './selection.ts';
import { useKeys } from './use-keys.ts';
import { type View, useLines } from './use-lines.ts';
import css from '../library.module.css';

type Props = {
  view: View;
  /** Receives the visible range. */
  onSee: (seen: { start: number; end: number }) => void;
};

/** A virtual list with a scrollbar for its full length. Only visible rows are rendered. */
export function ItemList({ view, onSee }: Props) {
  const { listing, name, selection } = useBrowsing();
  const count = listing.count ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, height, columns, page, seen, show } = useLines({ scroller, view, count, onSee });
  const onKey = useKeys({ step: (key, active) => indexAfterKey(key, active, { count, page, columns }), show });
  const isActiveSeen = selection.active >= seen.start && selection.active < seen.end;
  return (
    <div
      ref={scroller}
      className={view === 'tiles' ? `${css.entries} ${css.isTiles}` : css.entries}
      role="grid"
      aria-label={libraryMessages.list(name)}
      aria-rowcount={Math.ceil(count / columns) + (view === 'rows' ? 1 : 0)}
      aria-multiselectable
      aria-activedescendant={isActiveSeen ? idOfRow(selection.active) : undefined}
      tabIndex={0}
      onKeyDown={onKey}
    >
      {view === 'rows' ? <ListHead /> : null}
      <div role="rowgroup" className={css.entriesAll} style={{ height }}>
        {lines.map(({ line, top }) => {
          const style = { transform: `translateY(${top}px)` };
          if (view === 'rows') return <ListRow key={line} index={line} style={style} />;
          const indexes = Array.from({ length: columns }, (_, n) => line * columns + n).filter((n) => n < count);
          return (
            <div key={line} role="row" aria-rowindex={line + 1} className={css.tileLine} style={style}>
              {indexes.map((index) => (
                <ListTile key={index} index={index} width={`${100 / columns}%`} />
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}
