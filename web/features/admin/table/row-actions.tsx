import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { adminMessages } from '../../../messages/en/admin.ts';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';

export type RowAction = { label: string; run: () => void };

/** The menu of a row. */
export function RowActions({ name, actions }: { name: string; actions: RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <PopMenu>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={adminMessages.table.actionsOf(name)}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, run }) => (
          <Menu.Item key={label} onClick={run}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </PopMenu>
  );
}
