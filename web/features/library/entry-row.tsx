import { Skeleton } from '@mantine/core';
import type { CSSProperties } from 'react';
import { libraryTexts } from '../../texts/en/library.ts';
import { printSize } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useBrowsing } from './browser-context.ts';
import { Check } from './check.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryLink } from './entry-link.tsx';
import { idOfRow } from './selection.ts';
import { RowMenu } from './row-menu.tsx';
import { useEntry } from './use-entry.ts';

/** One row of the list, or its place as long as it is on its way. */
export function EntryRow({ index, style }: { index: number; style: CSSProperties }) {
  const { listing } = useBrowsing();
  const entry = listing.row(index);
  const { isChosen, isActive, isOver, handlers, onCheck } = useEntry(entry, index);
  const classes = ['entry-row', isChosen && 'is-chosen', isActive && 'is-active', isOver && 'is-drop'];
  // The first row is the head.
  const row = { role: 'row', id: idOfRow(index), 'aria-rowindex': index + 2, style } as const;
  if (entry === null) return <ComingRow row={row} index={index} />;
  return (
    <div {...row} {...handlers} className={classes.filter(Boolean).join(' ')} aria-selected={isChosen}>
      <span role="gridcell" className="entry-check">
        <Check isChosen={isChosen} name={entry.name} onClick={onCheck} />
      </span>
      <span role="gridcell" className="entry-name">
        <EntryIcon entry={entry} />
        <EntryLink item={entry} tabIndex={-1} className="entry-link">
          {entry.name}
        </EntryLink>
      </span>
      <span role="gridcell" className="entry-size">
        {entry.kind === 'document' ? printSize(entry.size) : ''}
      </span>
      <span role="gridcell" className="entry-date">
        {entry.kind === 'document' ? <RelativeTime iso={entry.modifiedAt} /> : ''}
      </span>
      <span role="gridcell" className="entry-more">
        <RowMenu entry={entry} />
      </span>
    </div>
  );
}

type RowProps = { role: 'row'; id: string; 'aria-rowindex': number; style: CSSProperties };

function ComingRow({ row, index }: { row: RowProps; index: number }) {
  return (
    <div {...row} className="entry-row">
      <span role="gridcell" className="entry-check" aria-label={libraryTexts.loadingRow} />
      <span role="gridcell" className="entry-name">
        <Skeleton height={14} width={`${35 + ((index * 37) % 40)}%`} />
      </span>
    </div>
  );
}
