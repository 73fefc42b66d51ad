import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, useMemo, useRef, useState } from 'react';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { type Order, type Table, isNumber, sortRows } from './cut-table.ts';
import css from './grid.module.css';

const t = viewMessages.table;

/** The style sheet has the same value. */
const ROW_HEIGHT = 32;
/** Rows whose text decides the widths of the columns, and the limits of a width in characters. */
const MEASURED_ROWS = 200;
const [NARROWEST, WIDEST] = [6, 40];

/** The rows of a table, of which only the visible ones are rendered. */
export function Grid({ table: { columns, rows }, name }: { table: Table; name: string }) {
  const [order, setOrder] = useState<Order | null>(null);
  const sorted = useMemo(() => sortRows(rows, order), [rows, order]);
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is memoized here
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    useFlushSync: false,
  });
  const widths = useMemo(() => widthsOf(columns, rows), [columns, rows]);
  if (columns.length === 0) return <p className={css.empty}>{t.empty}</p>;
  const style = { '--columns': `${digitsOf(rows.length) + 3}ch ${widths.map((width) => `${width}ch`).join(' ')}` };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
    <div ref={scroller} className={css.scroller} tabIndex={0} role="region" aria-label={t.of(name)}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- rows are placed one by one */}
      <div
        role="table"
        aria-label={name}
        aria-rowcount={sorted.length + 1}
        className={css.table}
        style={style as CSSProperties}
      >
        <Head columns={columns} order={order} onSort={setOrder} />
        <div role="rowgroup" className={css.rows} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <Row key={index} cells={sorted[index] ?? []} index={index} columns={columns} top={start} />
          ))}
        </div>
      </div>
    </div>
  );
}

type HeadProps = { columns: string[]; order: Order | null; onSort: (order: Order | null) => void };

function Head({ columns, order, onSort }: HeadProps) {
  // Up, down, then the order of the file.
  const sort = (column: number) => {
    if (order?.column !== column) onSort({ column, isDescending: false });
    else onSort(order.isDescending ? null : { column, isDescending: true });
  };
  return (
    <div role="rowgroup" className={css.head}>
      <div role="row" aria-rowindex={1} className={css.row}>
        <span role="columnheader" className={css.number}>
          <VisuallyHidden>{t.row}</VisuallyHidden>
        </span>
        {columns.map((column, index) => {
          const isSorted = order?.column === index;
          const Arrow = order?.isDescending === true ? IconArrowDown : IconArrowUp;
          const direction = order?.isDescending === true ? 'descending' : 'ascending';
          return (
            // oxlint-disable-next-line react/no-array-index-key -- names of columns can repeat
            <span key={index} role="columnheader" aria-sort={isSorted ? direction : 'none'}>
              <UnstyledButton className={css.sort} title={t.sortBy(column)} onClick={() => sort(index)}>
                <span className={css.column}>{column}</span>
                {isSorted ? <Arrow size={16} aria-hidden /> : null}
              </UnstyledButton>
            </span>
          );
        })}
      </div>
    </div>
  );
}

type RowProps = { cells: string[]; index: number; columns: string[]; top: number };

function Row({ cells, index, columns, top }: RowProps) {
  return (
    <div role="row" aria-rowindex={index + 2} className={css.row} style={{ transform: `translateY(${top}px)` }}>
      <span role="rowheader" className={css.number}>
        {index + 1}
      </span>
      {columns.map((_, column) => {
        const cell = cells[column] ?? '';
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a cell is what stands in its column
          <span key={column} role="cell" className={css.cell} data-number={isNumber(cell) || undefined} title={cell}>
            {cell.slice(0, MAX_CELL)}
          </span>
        );
      })}
    </div>
  );
}

/** Longer text does not fit into a cell. */
const MAX_CELL = 200;

const digitsOf = (count: number): number => String(count).length;

function widthsOf(columns: string[], rows: string[][]): number[] {
  const step = Math.ceil(rows.length / MEASURED_ROWS);
  const measured = rows.filter((_, index) => index % step === 0);
  return columns.map((column, index) => {
    const longest = measured.reduce((most, row) => Math.max(most, row[index]?.length ?? 0), column.length + 3);
    return Math.min(Math.max(longest + 3, NARROWEST), WIDEST);
  });
}
