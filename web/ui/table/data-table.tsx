/** A table of items. On a phone each row becomes a card. */
import { Checkbox } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import type { RowId, Selection } from './use-selection.ts';
import css from './table.module.css';

const t = appMessages.table;

export type Column<Item> = {
  label: string;
  cell: (item: Item) => ReactNode;
  /** Names the row: the widest column, and the head of the card. */
  isMain?: boolean;
  /** Sizes and counts, at the end of their column. */
  isNumber?: boolean;
  /** Breaks into lines instead of making the table wide. */
  isText?: boolean;
  /** The same with more room: for paths, and for several marks beside each other. */
  isWide?: boolean;
};

type Props<Item, Id extends RowId> = {
  label: string;
  items: Item[];
  idOf: (item: Item) => Id;
  columns: Column<Item>[];
  /** Adds a column with checkboxes. Shift selects from the last one to this one. */
  selection?: Selection<Id> & { nameOf: (item: Item) => string };
  /** The menu or button at the end of a row. */
  renderActions?: (item: Item) => ReactNode;
};

export function DataTable<Item, Id extends RowId>(props: Props<Item, Id>) {
  const { label, items, idOf, columns, selection, renderActions } = props;
  const anchor = useRef<Id | null>(null);
  const keptFocus = useKeptFocus<HTMLTableSectionElement>(items.length);
  const choose = (id: Id, isChosen: boolean, isRange: boolean) => {
    const from = isRange && anchor.current !== null ? anchor.current : id;
    anchor.current = id;
    selection?.choose(rangeOf(items.map(idOf), from, id), isChosen);
  };
  return (
    <div className={css.frame}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {selection === undefined ? null : (
              <th scope="col" className={css.choice}>
                <SelectAll selection={selection} ids={items.map(idOf)} />
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
        <tbody {...keptFocus}>
          {items.map((item) => (
            <Row key={idOf(item)} {...{ item, id: idOf(item), columns, selection, choose, renderActions }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

// The other end may be gone since: then the row alone.
function rangeOf<Id>(ids: Id[], from: Id, to: Id): Id[] {
  const ends = [ids.indexOf(from), ids.indexOf(to)];
  return ends.includes(-1) ? [to] : ids.slice(Math.min(...ends), Math.max(...ends) + 1);
}

type RowProps<Item, Id extends RowId> = Pick<Props<Item, Id>, 'columns'> & {
  item: Item;
  id: Id;
  selection: Props<Item, Id>['selection'];
  choose: (id: Id, isChosen: boolean, isRange: boolean) => void;
  renderActions: Props<Item, Id>['renderActions'];
};

function Row<Item, Id extends RowId>({ item, id, columns, selection, choose, renderActions }: RowProps<Item, Id>) {
  return (
    <tr tabIndex={-1} data-chosen={selection?.chosen.has(id) === true || undefined}>
      {selection === undefined ? null : (
        <td className={css.choice}>
          <Checkbox
            aria-label={t.select(selection.nameOf(item))}
            checked={selection.chosen.has(id)}
            onChange={({ currentTarget, nativeEvent }) =>
              choose(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
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

type AllProps<Id extends RowId> = { selection: Selection<Id>; ids: Id[] };

function SelectAll<Id extends RowId>({ selection: { chosen, choose }, ids }: AllProps<Id>) {
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

function classOf({ isMain, isNumber, isText, isWide }: Column<never>) {
  if (isMain === true) return css.main;
  if (isNumber === true) return css.number;
  if (isWide === true) return css.wide;
  return isText === true ? css.text : undefined;
}

/** A name that opens something, with a line below it. It fills its cell. */
export function OpenCell({ onOpen, children }: { onOpen: () => void; children: ReactNode }) {
  return (
    <button type="button" className={css.open} onClick={onOpen}>
      {children}
    </button>
  );
}
