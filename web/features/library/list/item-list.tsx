import { type RefObject, useEffect, useRef } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useBrowsing } from '../browser-context.ts';
import type { Look } from '../columns/use-look.ts';
import { ListContextMenu } from './context-menu.tsx';
import { ListRow } from './list-row.tsx';
import { ListTile } from './list-tile.tsx';
import { ListHead } from './list-head.tsx';
import { idOfRow, indexAfterKey } from './selection.ts';
import { useKeys } from './use-keys.ts';
import { type View, useLines } from './use-lines.ts';
import { useReturn } from './use-return.ts';
import { useSteadyRow } from '../live/use-steady-row.ts';
import css from '../library.module.css';

type Props = {
  view: View;
  /** Receives the visible range. */
  onSee: (seen: { start: number; end: number }) => void;
};

/** A virtual list with a scrollbar for its full length. Only visible rows are rendered. */
export function ItemList({ view, onSee }: Props) {
  const { listing, name, selection, look } = useBrowsing();
  const { rowHeight } = look;
  const count = listing.count ?? 0;
  const scroller = useRef<HTMLDivElement>(null);
  const { lines, height, columns, page, seen, show } = useLines({ scroller, view, count, rowHeight, onSee });
  const step = (key: string, active: number) => indexAfterKey(key, active, { count, page, columns });
  const onKey = useKeys(scroller, { step, show });
  useFocusAfterAction(scroller, selection.chosen.size > 0);
  useSteadyRow();
  useReturn(scroller, show);
  const isActiveSeen = selection.active >= seen.start && selection.active < seen.end;
  return (
    <ListContextMenu>
      {(menuProps) => (
        <div
          {...menuProps}
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
          <div role="rowgroup" className={css.entriesAll} style={{ height, ...sizesOf(look, view) }}>
            {lines.map(({ line, top }) => (
              <Line key={line} line={line} top={top} view={view} columns={columns} count={count} />
            ))}
          </div>
        </div>
      )}
    </ListContextMenu>
  );
}

// Actions that clear the selection remove the button that had the focus. The list gets the focus, so that keys continue to work.
function useFocusAfterAction(scroller: RefObject<HTMLElement | null>, hasSelection: boolean): void {
  const had = useRef(false);
  useEffect(() => {
    if (had.current && !hasSelection && document.activeElement === document.body) {
      scroller.current?.focus({ preventScroll: true });
    }
    had.current = hasSelection;
  }, [scroller, hasSelection]);
}

// The style sheet cannot know the density.
const sizesOf = ({ rowHeight, minWidth }: Look, view: View) => ({
  minWidth: view === 'rows' ? minWidth : 0,
  '--entry-height': `${rowHeight}px`,
});

type LineProps = { line: number; top: number; view: View; columns: number; count: number };

// A row, or a line of tiles.
function Line({ line, top, view, columns, count }: LineProps) {
  const style = { transform: `translateY(${top}px)` };
  if (view === 'rows') return <ListRow index={line} style={style} />;
  const indexes = Array.from({ length: columns }, (_, n) => line * columns + n).filter((n) => n < count);
  return (
    <div role="row" aria-rowindex={line + 1} className={css.tileLine} style={style}>
      {indexes.map((index) => (
        <ListTile key={index} index={index} width={`${100 / columns}%`} />
      ))}
    </div>
  );
}
