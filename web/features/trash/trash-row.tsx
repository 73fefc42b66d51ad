import { Button } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { DeploymentTrashItem, TrashAbilities, TrashItem } from '../../api/answers.ts';
import { appMessages } from '../../messages/en/app.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ItemIcon } from '../library/item/item-icon.tsx';
import { PlaceDialog } from '../library/dialogs/place-dialog.tsx';
import { type Trashed, trashedOf, useTrashActions } from './use-trash-actions.ts';
import css from '../library/library.module.css';

const t = libraryMessages.trash;

type Props = {
  item: TrashItem | DeploymentTrashItem;
  /** More details where items of other people are listed. */
  children?: ReactNode;
};

/** An item in trash with its actions. */
export function TrashRow({ item, children }: Props) {
  const trashed = trashedOf(item);
  return (
    <li className={css.placeRow}>
      {trashed.kind === 'library' ? (
        <IconBook2 size={26} stroke={1.5} aria-hidden />
      ) : (
        <ItemIcon entry={{ kind: trashed.kind, name: trashed.name }} size={26} />
      )}
      <span className={css.placeWhat}>
        {item.ItemName}
        <small>
          {t.from(item.Embedded.Library.LibraryName)}, <RelativeTime iso={item.DateDeleted} />
          {children}
        </small>
      </span>
      <Ways trashed={trashed} abilities={item.Abilities} />
    </li>
  );
}

function Ways({ trashed, abilities }: { trashed: Trashed; abilities: TrashAbilities }) {
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
        <Button variant="subtle" size="sm" color="red" aria-label={t.purgeOf(name)} onClick={() => ask('purge')}>
          {t.purge}
        </Button>
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
