import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { libraryMessages } from '../../../messages/en/library.ts';
import { useBrowsing } from '../browser-context.ts';
import { useChange } from './list-controls.tsx';
import { NOTHING } from './selection.ts';
import css from '../library.module.css';

const COLUMNS = ['name', 'size', 'date'] as const;

/** The column headers, which sort the list. */
export function ListHead() {
  return (
    <div role="rowgroup" className={css.entriesHead}>
      <div role="row" aria-rowindex={1} className={css.entryRow}>
        <span role="columnheader" className={css.entryCheck}>
          <VisuallyHidden>{libraryMessages.selection}</VisuallyHidden>
        </span>
        {COLUMNS.map((column) => (
          <ColumnHead key={column} column={column} />
        ))}
        <span role="columnheader" className={css.entryMore}>
          <VisuallyHidden>{libraryMessages.actions.more}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
}

const CELLS = { name: css.entryName, size: css.entrySize, date: css.entryDate };

function ColumnHead({ column }: { column: (typeof COLUMNS)[number] }) {
  const { sort = 'name' } = useSearch({ strict: false });
  const { select } = useBrowsing();
  const change = useChange();
  const [by, direction] = sort.split(' ');
  const order = by !== column ? 'none' : direction === 'desc' ? 'descending' : 'ascending';
  const label = libraryMessages.columns[column];
  const next = order === 'ascending' ? `${column} desc` : column;
  return (
    <span role="columnheader" className={CELLS[column]} aria-sort={order}>
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
