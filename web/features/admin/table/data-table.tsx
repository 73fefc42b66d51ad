/** The table of the pages of site admins. On a phone each row becomes a card. */
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { adminMessages } from '../../../messages/en/admin.ts';
import type { Selection } from './use-selection.ts';
import css from './table.module.css';

const t = adminMessages.table;

export type Column<Item> = {
  label: string;
  cell: (item: Item) => ReactNode;
  /** Names the row: the widest column, and the head of the card. */
  isMain?: boolean;
  /** Sizes and counts, at the end of their column. */
  isNumber?: boolean;
  /** Breaks into lines instead of making the table wide. */
  isText?: boolean;
};

type Props<Item> = {
  label: string;
  items: Item[];
  idOf: (item: Item) => number | string;
  columns: Column<Item>[];
  /** Adds a column with checkboxes. */
  selection?: Selection & { nameOf: (item: Item) => string };
  /** The menu or button at the end of a row. */
  renderActions?: (item: Item) => ReactNode;
};

export function DataTable<Item>({ label, items, idOf, columns, selection, renderActions }: Props<Item>) {
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className={css.choice}>
                <SelectAll selection={selection} ids={items.map((item) => Number(idOf(item)))} />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.label} scope="col" className={classOf(column)}>
                {column.label}
              </th>
            ))}
            {renderActions === undefined ? null : (
              <th scope="col" className={css.actions}>
                <span>{t.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Row key={idOf(item)} {...{ item, idOf, columns, selection, renderActions }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps<Item> = Pick<Props<Item>, 'idOf' | 'columns'> & {
  item: Item;
  selection: Props<Item>['selection'];
  renderActions: Props<Item>['renderActions'];
};

function Row<Item>({ item, idOf, columns, selection, renderActions }: RowProps<Item>) {
  const id = Number(idOf(item));
  return (
    <tr data-chosen={selection?.chosen.has(id) === true || undefined}>
      {selection === undefined ? null : (
        <td className={css.choice}>
          <Checkbox
            aria-label={t.select(selection.nameOf(item))}
            checked={selection.chosen.has(id)}
            onChange={({ currentTarget }) => selection.choose([id], currentTarget.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.label} className={classOf(column)} data-label={column.label}>
          {column.cell(item)}
        </td>
      ))}
      {renderActions === undefined ? null : <td className={css.actions}>{renderActions(item)}</td>}
    </tr>
  );
}

function SelectAll({ selection: { chosen, choose }, ids }: { selection: Selection; ids: number[] }) {
  const isAll = ids.every((id) => chosen.has(id));
  return (
    <Checkbox
      aria-label={t.selectAll}
      checked={isAll}
      indeterminate={!isAll && ids.some((id) => chosen.has(id))}
      onChange={({ currentTarget }) => choose(ids, currentTarget.checked)}
    />
  );
}

function classOf({
  isMain = false,
  isNumber = false,
  isText = false,
}: Pick<Column<unknown>, 'isMain' | 'isNumber' | 'isText'>) {
  return isMain ? css.main : isNumber ? css.number : isText ? css.text : undefined;
}

/** A name that opens something, with a line below it. It fills its cell. */
export function OpenCell({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.open} onClick={onOpen}>
      {children}
    </button>
  );
}
