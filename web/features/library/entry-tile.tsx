import { Skeleton } from '@mantine/core';
import { thumbnailUrl } from '../../api/library.ts';
import { printSize } from '../../ui/format.ts';
import { useBrowsing } from './browser-context.ts';
import { Check } from './check.tsx';
import { EntryIcon } from './entry-icon.tsx';
import { EntryLink } from './entry-link.tsx';
import { idOfRow } from './selection.ts';
import { RowMenu } from './row-menu.tsx';
import { useEntry } from './use-entry.ts';

/** One picture of the list: the document's first page, or a folder. */
export function EntryTile({ index, width }: { index: number; width: string }) {
  const { listing } = useBrowsing();
  const entry = listing.row(index);
  const { isChosen, isActive, isOver, handlers, onCheck } = useEntry(entry, index);
  const classes = ['entry-tile', isChosen && 'is-chosen', isActive && 'is-active', isOver && 'is-drop'];
  return (
    <div role="gridcell" id={idOfRow(index)} className="tile-cell" style={{ width }} aria-selected={isChosen}>
      {entry === null ? (
        <Skeleton height="100%" radius="md" />
      ) : (
        <div {...handlers} className={classes.filter(Boolean).join(' ')}>
          <Check isChosen={isChosen} name={entry.name} onClick={onCheck} className="tile-check" />
          <EntryLink item={entry} tabIndex={-1} className="tile-picture" label={entry.name}>
            {entry.kind === 'folder' ? (
              <EntryIcon entry={entry} size={72} />
            ) : (
              <img src={thumbnailUrl(entry.id, 256)} alt="" loading="lazy" draggable={false} />
            )}
          </EntryLink>
          <div className="tile-label">
            <div className="tile-text">
              <EntryLink item={entry} tabIndex={-1} className="entry-link">
                {entry.name}
              </EntryLink>
              {entry.kind === 'document' ? <span className="tile-size">{printSize(entry.size)}</span> : null}
            </div>
            <RowMenu entry={entry} />
          </div>
        </div>
      )}
    </div>
  );
}
