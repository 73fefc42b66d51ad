import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useBrowsing } from '../browser-context.ts';
import { useChange } from './list-controls.tsx';
import { NOTHING } from './selection.ts';
import { type ShownColumn, keyOfShown } from '../columns/use-look.ts';
import css from '../library.module.css';

/** The column headers. Those that sort the list have an index on the server, so that sorting costs the same in any folder. */
export function ListHead() {
  const { shown, minWidth } = useBrowsing().look;
  return (
    <div role="rowgroup" className={css.entriesHead} style={{ minWidth }}>
      <div role="row" aria-rowindex={1} className={css.entryRow}>
        <span role="columnheader" className={css.entryCheck}>
          <VisuallyHidden>{libraryMessages.selection}</VisuallyHidden>
        </span>
        <SortHead sort="name" label={libraryMessages.columns.name} className={css.entryName} />
        {shown.map((column) => (
          <ColumnHead key={keyOfShown(column)} column={column} />
        ))}
        <span role="columnheader" className={css.entryMore}>
          <VisuallyHidden>{libraryMessages.actions.more}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
}

function ColumnHead({ column: { key, label, width } }: { column: ShownColumn }) {
  const style = { width };
  if (key === 'date') return <SortHead sort={key} label={label} className={css.entryCell} style={style} />;
  if (key === 'size') {
    return <SortHead sort={key} label={label} className={`${css.entryCell} ${css.isNumber}`} style={style} />;
  }
  return (
    <span role="columnheader" className={css.entryCell} style={style} title={label}>
      {label}
    </span>
  );
}

type SortProps = {
  sort: 'name' | 'date' | 'size';
  label: string;
  className: string | undefined;
  style?: CSSProperties;
};

function SortHead({ sort: column, label, className, style }: SortProps) {
  const { sort = 'name' } = useSearch({ strict: false });
  const { select } = useBrowsing();
  const change = useChange();
  const [by, direction] = sort.split(' ');
  const order = by !== column ? 'none' : direction === 'desc' ? 'descending' : 'ascending';
  const next = order === 'ascending' ? `${column} desc` : column;
  return (
    <span role="columnheader" className={className} style={style} aria-sort={order}>
      <UnstyledButton
        className={css.sortButton}
        title={libraryMessages.sortBy(label)}
        onClick={() => {
          select(NOTHING);
          change({ sort: next === 'name' ? undefined : next });
        }}
      >
        {label}
        {order === 'ascending' ? <IconArrowUp size={14} aria-hidden /> : null}
        {order === 'descending' ? <IconArrowDown size={14} aria-hidden /> : null}
      </UnstyledButton>
    </span>
  );
}
