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
      <div role="row" aria-rowindex={1} className="entry-row">
        <span role="columnheader" className="entry-check">
          <VisuallyHidden>{libraryMessages.selection}</VisuallyHidden>
        </span>
        {COLUMNS.map((column) => (
          <ColumnHead key={column} column={column} />
        ))}
        <span role="columnheader" className="entry-more">
          <VisuallyHidden>{libraryMessages.actions.more}</VisuallyHidden>
        </span>
      </div>
    </div>
  );
}

function ColumnHead({ column }: { column: (typeof COLUMNS)[number] }) {
  const { sort = 'name' } = useSearch({ strict: false });
  const { select } = useBrowsing();
  const change = useChange();
  const [by, direction] = sort.split(' ');
  const order = by !== column ? 'none' : direction === 'desc' ? 'descending' : 'ascending';
  const label = libraryMessages.columns[column];
  const next = order === 'ascending' ? `${column} desc` : column;
  return (
    <span role="columnheader" className={`entry-${column}`} aria-sort={order}>
      <UnstyledButton
        className="sort-button"
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
