import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload, IconLayoutSidebarRight, IconLink } from '@tabler/icons-react';
import { libraryMessages } from '../../../messages/en/library.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { addressOf } from '../../sharing/address-of.ts';
import { copyLinkWithNotice } from '../../sharing/copy-link.ts';
import { useBrowsing } from '../browser-context.ts';
import { useDetails } from '../details/use-details.ts';
import { type LibraryItem, keyOf } from '../item/library-item.ts';
import { ICON, useItemActions } from '../actions/item-actions.ts';

/** The menu of one row. The keyboard uses the same actions above the list, or the context menu. */
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
        <ItemMenu entries={[entry]} archive={entry.name} />
      </Menu.Dropdown>
    </PopMenu>
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
