import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconLayoutSidebarRight, IconLink } from '@tabler/icons-react';
import { type ComponentProps, type SyntheticEvent, useState } from 'react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { addressOf } from '../../sharing/address-of.ts';
import { copyLinkWithNotice } from '../../sharing/copy-link.ts';
import { useBrowsing } from '../browser-context.ts';
import { useDetails } from '../details/use-details.ts';
import { type LibraryItem, keyOf } from '../item/library-item.ts';
import { ICON, useItemActions } from '../actions/item-actions.ts';

/**
 * The menu of one row, mounted when it is first opened: a menu for each row was most of the time that a list takes to appear. The
 * keyboard uses the same actions above the list, or the context menu.
 */
export function RowMenu({ entry }: { entry: LibraryItem }) {
  const [isUsed, setUsed] = useState(false);
  if (!isUsed) return <MenuButton name={entry.name} aria-haspopup="menu" onOpen={() => setUsed(true)} />;
  return (
    <PopMenu width={200} defaultOpened>
      <Menu.Target>
        <MenuButton name={entry.name} />
      </Menu.Target>
      <Menu.Dropdown onClick={stop}>
        <ItemMenu entries={[entry]} archive={entry.name} />
      </Menu.Dropdown>
    </PopMenu>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> & { name: string; onOpen?: () => void };

// The target of the menu gets its handlers as props.
function MenuButton({ name, onOpen, onClick, ...more }: ButtonProps) {
  return (
    <ActionIcon
      {...more}
      variant="subtle"
      color="gray"
      size={36}
      tabIndex={-1}
      aria-label={libraryMessages.actionsOf(name)}
      onClick={(event) => {
        event.stopPropagation();
        onOpen?.();
        onClick?.(event);
      }}
    >
      <IconDotsVertical size={18} aria-hidden />
    </ActionIcon>
  );
}

/** The actions for the selected rows, as the context menu of the list. */
export function SelectionMenu() {
  const { name, selection } = useBrowsing();
  const entries = [...selection.chosen.values()];
  const [only] = entries;
  return <ItemMenu entries={entries} archive={entries.length === 1 && only !== undefined ? only.name : name} />;
}

function ItemMenu({ entries, archive }: { entries: LibraryItem[]; archive: string }) {
  const { download, ways } = useItemActions(entries, archive);
  const showDetails = useShowDetails(entries);
  const [only] = entries;
  return (
    <>
      {download === null ? null : (
        <Menu.Item component="a" href={download} download leftSection={<IconDownload {...ICON} />}>
          {libraryMessages.actions.download}
        </Menu.Item>
      )}
      {only === undefined || entries.length > 1 ? null : (
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={() => void copyLinkWithNotice(addressOf(only))}>
          {sharingMessages.copy}
        </Menu.Item>
      )}
      {ways.map(({ label, Icon, go }) => (
        <Menu.Item key={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconLayoutSidebarRight {...ICON} />} onClick={showDetails}>
        {libraryMessages.details.toggle}
      </Menu.Item>
    </>
  );
}

// The details are those of the selected rows.
function useShowDetails(entries: LibraryItem[]): () => void {
  const { selection, select } = useBrowsing();
  const { show } = useDetails();
  return () => {
    select({ ...selection, chosen: new Map(entries.map((entry) => [keyOf(entry), entry])) });
    show(true);
  };
}
