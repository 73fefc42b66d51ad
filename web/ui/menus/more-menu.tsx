import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { PopMenu } from './pop-menu.tsx';

/** The actions beside the main one on small screens: menu items at the bottom edge. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <PopMenu>
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={appMessages.more} title={appMessages.more}>
          <IconDots size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </PopMenu>
  );
}
