import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { appMessages } from '../../messages/en/app.ts';
import { PopMenu } from '../menus/pop-menu.tsx';

export type RowAction = { label: string; run: () => void };

/** The menu of a row. */
export function RowActions({ name, actions }: { name: string; actions: RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <PopMenu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={appMessages.table.actionsOf(name)}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <ActionItems actions={actions} />
    </PopMenu>
  );
}

/** The items of a menu of actions. */
export function ActionItems({ actions }: { actions: RowAction[] }) {
  return (
    <Menu.Dropdown>
      {actions.map(({ label, run }) => (
        <Menu.Item key={label} onClick={run}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  );
}
