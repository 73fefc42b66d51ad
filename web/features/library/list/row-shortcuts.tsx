import { ActionIcon } from '@mantine/core';
import { IconLink, IconShare3 } from '@tabler/icons-react';
import type { SyntheticEvent } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { addressOf } from '../../sharing/address-of.ts';
import { copyLinkWithNotice } from '../../sharing/copy-link.ts';
import { ICON } from '../actions/item-actions.ts';
import { useBrowsing } from '../browser-context.ts';
import type { LibraryItem } from '../item/library-item.ts';
import css from '../library.module.css';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/**
 * Buttons for frequent actions on the row below the pointer. Their room is kept, so that nothing moves. The keyboard has the
 * same actions in the context menu.
 */
export function RowShortcuts({ entry }: { entry: LibraryItem }) {
  const { ask } = useBrowsing();
  const ways = [
    { label: sharingMessages.copy, Icon: IconLink, go: () => void copyLinkWithNotice(addressOf(entry)) },
    { label: sharingMessages.action, Icon: IconShare3, go: () => ask({ kind: 'share', object: entry }) },
  ];
  return (
    <span className={css.rowShortcuts} role="presentation" onClick={stop} onDoubleClick={stop}>
      {ways.map(({ label, Icon, go }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          size={32}
          tabIndex={-1}
          aria-label={libraryMessages.actionOn(label, entry.name)}
          title={label}
          onClick={go}
        >
          <Icon {...ICON} />
        </ActionIcon>
      ))}
    </span>
  );
}
