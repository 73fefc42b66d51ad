import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDotsVertical,
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconShare3,
  IconRubberStamp,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import { libraryTexts } from '../../texts/en/library.ts';
import { permissionTexts } from '../../texts/en/permissions.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { taskTexts } from '../../texts/en/tasks.ts';
import { PopMenu } from '../../ui/pop-menu.tsx';
import { useBrowsing } from './browser-context.ts';
import type { Entry } from './entry.ts';
import { offersFor } from './offers.ts';

const said = libraryTexts.actions;
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

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
  const { place, ask, actions } = useBrowsing();
  const entries = [entry];
  const { download, canRename, canMove, canCopy, canRemove } = offersFor(place, entries, entry.name);
  return (
    <>
      <Menu.Item component="a" href={download ?? undefined} download leftSection={<IconDownload {...icon} />}>
        {said.download}
      </Menu.Item>
      <SharingItems entry={entry} />
      {canRename ? (
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => ask({ kind: 'rename', entry })}>
          {said.rename}
        </Menu.Item>
      ) : null}
      {canMove ? (
        <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={() => ask({ kind: 'move', entries })}>
          {said.move}
        </Menu.Item>
      ) : null}
      {canCopy ? (
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => ask({ kind: 'copy', entries })}>
          {said.copy}
        </Menu.Item>
      ) : null}
      {canRemove ? (
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => void actions.remove(entries)}>
          {said.remove}
        </Menu.Item>
      ) : null}
    </>
  );
}

function SharingItems({ entry }: { entry: Entry }) {
  const { place, ask } = useBrowsing();
  const { canShare, canAskApproval, canGovern } = offersFor(place, [entry], entry.name);
  return (
    <>
      {canShare ? (
        <Menu.Item leftSection={<IconShare3 {...icon} />} onClick={() => ask({ kind: 'share', entry })}>
          {sharingTexts.action}
        </Menu.Item>
      ) : null}
      {canAskApproval ? (
        <Menu.Item leftSection={<IconRubberStamp {...icon} />} onClick={() => ask({ kind: 'approve', entry })}>
          {taskTexts.action}
        </Menu.Item>
      ) : null}
      {canGovern ? (
        <Menu.Item
          leftSection={<IconShieldLock {...icon} />}
          onClick={() => ask({ kind: 'permissions', object: entry })}
        >
          {permissionTexts.action}
        </Menu.Item>
      ) : null}
    </>
  );
}
