import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical, IconDownload } from '@tabler/icons-react';
import { libraryTexts } from '../../texts/en/library.ts';
import { PopMenu } from '../../ui/pop-menu.tsx';
import type { Entry } from './entry.ts';
import { ICON, useWays } from './ways.ts';

/** What one can do with one row. The keyboard has the same above the list, once the row is chosen. */
export function RowMenu({ entry }: { entry: Entry }) {
  return (
    <PopMenu width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          tabIndex={-1}
          aria-label={libraryTexts.actionsOf(entry.name)}
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

function Items({ entry }: { entry: Entry }) {
  const { download, ways } = useWays([entry], entry.name);
  return (
    <>
      <Menu.Item component="a" href={download ?? undefined} download leftSection={<IconDownload {...ICON} />}>
        {libraryTexts.actions.download}
      </Menu.Item>
      {ways.map(({ label, Icon, go }) => (
        <Menu.Item key={label} leftSection={<Icon {...ICON} />} onClick={go}>
          {label}
        </Menu.Item>
      ))}
    </>
  );
}
