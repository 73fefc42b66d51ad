import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload } from '@tabler/icons-react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { PopMenu } from '../../../ui/pop-menu.tsx';
import type { LibraryItem } from '../item/library-item.ts';
import { ICON, useItemActions } from '../actions/item-actions.ts';

/** The menu of one row. The keyboard uses the same actions above the list. */
export function RowMenu({ entry }: { entry: LibraryItem }) {
  return (
    <PopMenu width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          tabIndex={-1}
          aria-label={libraryMessages.actionsOf(entry.name)}
          onClick={(event) => event.stopPropagation()}
        >
          <IconDotsVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        <Items entry={entry} />
      </Menu.Dropdown>
    </PopMenu>
  );
}

function Items({ entry }: { entry: LibraryItem }) {
  const { download, ways } = useItemActions([entry], entry.name);
  return (
    <>
      <Menu.Item component="a" href={download ?? undefined} download leftSection={<IconDownload {...ICON} />}>
        {libraryMessages.actions.download}
      </Menu.Item>
      {ways.map(({ label, Icon, go }) => (
        <Menu.Item key={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
