import { Skeleton } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { formatSize } from '../../../ui/format.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StarMark } from '../../stars/star-button.tsx';
import { isStarredIn } from '../../stars/use-star.ts';
import { useBrowsing } from '../browser-context.ts';
import { Cell } from '../columns/cell.tsx';
import { Check } from './check.tsx';
import { ItemIcon } from '../item/item-icon.tsx';
import type { LibraryItem } from '../item/library-item.ts';
import { ItemLink } from '../item/item-link.tsx';
import { useIsFresh } from '../live/fresh-rows.ts';
import { idOfRow } from './selection.ts';
import { RowMenu } from './row-menu.tsx';
import { RowShortcuts } from './row-shortcuts.tsx';
import { keyOfShown } from '../columns/use-look.ts';
import { useItemHandlers } from './use-item-handlers.ts';
import css from '../library.module.css';
import freshCss from '../live/fresh-rows.module.css';

/** A row of the list, or a placeholder while it loads. */
export function ListRow({ index, style }: { index: number; style: CSSProperties }) {
  const { listing, look } = useBrowsing();
  const { shown, isPhone } = look;
  const entry = listing.row(index);
  const { isChosen, isActive, isOver, handlers, onCheck } = useItemHandlers(entry, index);
  const [isBelow, setBelow] = useState(false);
  const isFresh = useIsFresh(entry) && freshCss.isFresh;
  const classes = [css.entryRow, isFresh, isChosen && css.isChosen, isActive && css.isActive, isOver && css.isDrop];
  // The first row is the header.
  const row = { role: 'row', id: idOfRow(index), 'aria-rowindex': index + 2, style } as const;
  if (entry === null) return <ComingRow row={row} index={index} />;
  return (
    <div
      {...row}
      {...handlers}
      className={classes.filter(Boolean).join(' ')}
      aria-selected={isChosen}
      onPointerEnter={({ pointerType }) => setBelow(pointerType === 'mouse')}
      onPointerLeave={() => setBelow(false)}
    >
      <span role="gridcell" className={css.entryCheck}>
        <Check isChosen={isChosen} name={entry.name} onClick={onCheck} />
      </span>
      <NameCell entry={entry} />
      {shown.map((column) => (
        <Cell key={keyOfShown(column)} column={column} item={entry} />
      ))}
      <span role="gridcell" className={css.entryMore}>
        {isBelow && !isPhone ? <RowShortcuts entry={entry} /> : null}
        <RowMenu entry={entry} />
      </span>
    </div>
  );
}

function NameCell({ entry }: { entry: LibraryItem }) {
  const { place, look } = useBrowsing();
  return (
    <span role="gridcell" className={css.entryName}>
      <ItemIcon entry={entry} />
      <span className={css.entryText}>
        <ItemLink item={entry} isInList tabIndex={-1} className={css.entryLink}>
          {entry.name}
        </ItemLink>
        {look.isPhone && entry.kind === 'document' ? (
          <small className={css.entryFacts}>
            <RelativeTime iso={entry.modifiedAt} /> · {formatSize(entry.size)}
          </small>
        ) : null}
      </span>
      {isStarredIn(place, entry) ? <StarMark /> : null}
    </span>
  );
}

type RowProps = { role: 'row'; id: string; 'aria-rowindex': number; style: CSSProperties };

function ComingRow({ row, index }: { row: RowProps; index: number }) {
  return (
    <div {...row} className={css.entryRow}>
      <span role="gridcell" className={css.entryCheck} aria-label={libraryMessages.loadingRow} />
      <span role="gridcell" className={css.entryName}>
        <Skeleton height={14} width={`${35 + ((index * 37) % 40)}%`} />
      </span>
    </div>
  );
}
