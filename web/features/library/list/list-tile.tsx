import { Skeleton } from '@mantine/core';
import { thumbnailUrl } from '../../../api/library.ts';
import { formatSize } from '../../../ui/format.ts';
import { StarMark } from '../../stars/star-button.tsx';
import { isStarredIn } from '../../stars/use-star.ts';
import { useBrowsing } from '../browser-context.ts';
import { Check } from './check.tsx';
import { ItemIcon } from '../item/item-icon.tsx';
import { ItemLink } from '../item/item-link.tsx';
import { useIsFresh } from '../live/fresh-rows.ts';
import { idOfRow } from './selection.ts';
import { RowMenu } from './row-menu.tsx';
import { useItemHandlers } from './use-item-handlers.ts';
import css from '../library.module.css';
import freshCss from '../live/fresh-rows.module.css';

/** A tile of the grid: the thumbnail of a document, or a folder. */
export function ListTile({ index, width }: { index: number; width: string }) {
  const { listing, place } = useBrowsing();
  const entry = listing.row(index);
  const { isChosen, isActive, isOver, handlers, onCheck } = useItemHandlers(entry, index);
  const isFresh = useIsFresh(entry) && freshCss.isFresh;
  const classes = [css.entryTile, isFresh, isChosen && css.isChosen, isActive && css.isActive, isOver && css.isDrop];
  return (
    <div role="gridcell" id={idOfRow(index)} className={css.tileCell} style={{ width }} aria-selected={isChosen}>
      {entry === null ? (
        <Skeleton height="100%" radius="md" />
      ) : (
        <div {...handlers} className={classes.filter(Boolean).join(' ')}>
          <Check isChosen={isChosen} name={entry.name} onClick={onCheck} className={css.tileCheck} />
          <ItemLink item={entry} isInList tabIndex={-1} className={css.tilePicture} label={entry.name}>
            {entry.kind === 'folder' ? (
              <ItemIcon entry={entry} size={72} />
            ) : (
              <img src={thumbnailUrl(entry.id, 256)} alt="" loading="lazy" draggable={false} />
            )}
          </ItemLink>
          <div className={css.tileLabel}>
            <div className={css.tileText}>
              <ItemLink item={entry} isInList tabIndex={-1} className={css.entryLink}>
                {entry.name}
              </ItemLink>
              {entry.kind === 'document' ? <span className={css.tileSize}>{formatSize(entry.size)}</span> : null}
            </div>
            {isStarredIn(place, entry) ? <StarMark /> : null}
            <RowMenu entry={entry} />
          </div>
        </div>
      )}
    </div>
  );
}
