import { ActionIcon, Button } from '@mantine/core';
import { IconBook2, IconTrashX } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeploymentTrashItem, TrashAbilities, TrashItem } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { PlaceDialog } from '../library/dialogs/lazy-place-dialog.tsx';
import { type Trashed, trashedOf, useTrashActions } from './use-trash-actions.ts';
import css from '../library/library.module.css';

const t = libraryMessages.trash;

/** An item in trash with its actions. */
export function TrashRow({ item }: { item: TrashItem }) {
  return (
    <li className={css.placeRow}>
      <TrashIcon item={item} size={26} />
      <span className={css.placeWhat}>
        {item.ItemName}
        <small>
          {t.from(item.Embedded.Library.LibraryName)}, <RelativeTime iso={item.DateDeleted} />
        </small>
      </span>
      <TrashActions trashed={trashedOf(item)} abilities={item.Abilities} />
    </li>
  );
}

/** The icon of a document, folder or library. */
export function TrashIcon({ item, size }: { item: TrashItem | DeploymentTrashItem; size: number }) {
  const { kind, name } = trashedOf(item);
  if (kind === 'library') return <IconBook2 size={size} stroke={1.5} aria-hidden />;
  return <ItemIcon entry={{ kind, name }} size={size} />;
}

/** The buttons of an item, with their dialogs. Only the confirmation of a permanent deletion is red. */
export function TrashActions({ trashed, abilities }: { trashed: Trashed; abilities: TrashAbilities }) {
  const [asked, ask] = useState<'purge' | 'place' | null>(null);
  const { restore, purge } = useTrashActions(() => ask('place'));
  const { kind, name } = trashed;
  const close = () => ask(null);
  return (
    <>
      {abilities.Restore ? (
        <Button variant="default" size="sm" aria-label={t.restoreOf(name)} onClick={() => void restore(trashed)}>
          {t.restore}
        </Button>
      ) : null}
      {abilities.Purge ? (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          aria-label={t.purgeOf(name)}
          title={t.purge}
          onClick={() => ask('purge')}
        >
          <IconTrashX size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : null}
      {asked === 'purge' ? (
        <ConfirmPurge trashed={trashed} onClose={close} onConfirm={() => void purge(trashed)} />
      ) : null}
      {asked === 'place' && kind !== 'library' ? (
        <PlaceDialog
          purpose="restore"
          entries={[{ ...trashed, kind }]}
          from={null}
          onClose={close}
          onChoose={(target) => void restore(trashed, target.id)}
        />
      ) : null}
    </>
  );
}

type Confirm = { trashed: Trashed; onConfirm: () => void; onClose: () => void };

function ConfirmPurge({ trashed, onConfirm, onClose }: Confirm) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {appMessages.dialog.cancel}
      </Button>
      <Button
        color="red.9"
        onClick={() => {
          onClose();
          onConfirm();
        }}
      >
        {t.purge}
      </Button>
    </>
  );
  return (
    <Dialog title={t.confirm(trashed.name)} onClose={onClose} foot={foot}>
      {t.confirmText}
    </Dialog>
  );
}
