import { ActionIcon, Button } from '@mantine/core';
import { IconBook2, IconTrashX } from '@tabler/icons-react';
import type { DeploymentTrashItem, TrashItem } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { type Column, DataTable } from '../../ui/table/data-table.tsx';
import type { RowAction } from '../../ui/table/row-actions.tsx';
import { SelectionBar } from '../../ui/table/selection-bar.tsx';
import { useSelection } from '../../ui/table/use-selection.ts';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { PlaceDialog } from '../library/dialogs/lazy-place-dialog.tsx';
import { Confirm } from '../sharing/confirm.tsx';
import { type Trash, trashedOf } from './use-trash.ts';
import tableCss from '../../ui/table/table.module.css';

const t = libraryMessages.trash;

type Listed = TrashItem | DeploymentTrashItem;
type Props<Item> = {
  label: string;
  trash: Trash;
  items: Item[];
  columns: Column<Item>[];
  /** Of the list: another filter starts without a selection. */
  filterKey: string;
};

/** Items in trash, with actions on each and on the selected ones. */
export function TrashTable<Item extends Listed>({ label, trash, items, columns, filterKey }: Props<Item>) {
  const selection = useSelection<string>(filterKey);
  const chosen = items.filter((item) => selection.chosen.has(idOf(item)));
  return (
    <>
      <DataTable
        label={label}
        items={items}
        idOf={idOf}
        columns={columns}
        selection={{ ...selection, nameOf: ({ ItemName }) => ItemName }}
        renderActions={(item) => <Actions item={item} trash={trash} />}
      />
      <SelectionBar
        count={chosen.length}
        isBusy={trash.isBusy}
        actions={actionsOn(chosen, trash)}
        onClear={selection.clear}
      />
    </>
  );
}

const idOf = ({ Links }: Listed) => Links.RestoreUri;

/** The name of an item, with the icon of a document, folder or library. */
export function TrashName({ item }: { item: Listed }) {
  const { kind, name } = trashedOf(item);
  return (
    <span className={tableCss.item}>
      {kind === 'library' ? (
        <IconBook2 size={22} stroke={1.5} aria-hidden />
      ) : (
        <ItemIcon entry={{ kind, name }} size={22} />
      )}
      {name}
    </span>
  );
}

/** Where an item was: `Projects › Rivermouth Library`. */
export const placeOf = ({ ItemType, Embedded: { Library }, Path = [] }: Listed): string =>
  ItemType === 'Library'
    ? appMessages.libraries
    : [Library.LibraryName, ...Path.map(({ FolderName }) => FolderName)].join(' › ');

// The actions that all selected items allow.
function actionsOn(chosen: Listed[], { restore, ask }: Trash): RowAction[] {
  const items = chosen.map(trashedOf);
  const actions = [];
  if (chosen.every(({ Abilities }) => Abilities.Restore))
    actions.push({ label: t.restore, run: () => void restore(items) });
  if (chosen.every(({ Abilities }) => Abilities.Purge))
    actions.push({ label: t.purge, run: () => ask({ question: 'purge', items }) });
  return actions;
}

// Only the confirmation of a permanent deletion is red.
function Actions({ item, trash: { restore, ask, isBusy } }: { item: Listed; trash: Trash }) {
  const trashed = trashedOf(item);
  return (
    <span className={tableCss.buttons}>
      {item.Abilities.Restore ? (
        <Button
          variant="default"
          size="sm"
          aria-label={t.restoreOf(trashed.name)}
          disabled={isBusy}
          onClick={() => void restore([trashed])}
        >
          {t.restore}
        </Button>
      ) : null}
      {item.Abilities.Purge ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t.purgeOf(trashed.name)}
          title={t.purge}
          disabled={isBusy}
          onClick={() => ask({ question: 'purge', items: [trashed] })}
        >
          <IconTrashX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : null}
    </span>
  );
}

/** The dialog about items in trash: a confirmation, or the choice of another folder. */
export function TrashQuestion({ trash: { asked, ask, purge, restore } }: { trash: Trash }) {
  const close = () => ask(null);
  if (asked === null) return null;
  const { question, items } = asked;
  if (question === 'purge') {
    const title = t.confirm(libraryMessages.what(items.map(({ name }) => name)));
    return (
      <Confirm title={title} action={t.purge} onClose={close} onConfirm={() => void purge(items)}>
        {t.confirmText(items.length)}
      </Confirm>
    );
  }
  return (
    <PlaceDialog
      purpose="restore"
      reason={t.gone(items.length)}
      entries={items}
      from={null}
      onClose={close}
      onChoose={(target) => void restore(items, target)}
    />
  );
}
