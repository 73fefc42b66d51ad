import { Menu, type MenuProps } from '@mantine/core';
import { type SyntheticEvent, useCallback, useState } from 'react';
import { useSwipeDown } from './use-swipe-down.ts';
import { useCloseOnBack } from '../dialog/use-close-on-back.ts';
import css from './pop-menu.module.css';

/** The container of menus: in the header, inside a landmark. */
export const MENUS_ID = 'menus';

const stop = (event: SyntheticEvent) => event.stopPropagation();

/** A menu that opens below its button, and at the bottom edge of a phone, where a tap on the page behind it closes it. */
export function PopMenu({ defaultOpened = false, ...props }: MenuProps) {
  const [opened, setOpened] = useState(defaultOpened);
  const close = useCallback(() => setOpened(false), []);
  useSwipeDown(opened, `#${MENUS_ID} [role=menu]`, close);
  useCloseOnBack(close, { isOpen: opened });
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      portalProps={{ target: `#${MENUS_ID}` }}
      opened={opened}
      onChange={setOpened}
      withOverlay
      overlayProps={{
        className: css.veil ?? '',
        // Mantine closes a menu when the finger goes down. The tap would then reach what is behind the veil.
        onTouchStart: stop,
        onMouseDown: stop,
        onClick: close,
      }}
      classNames={{ dropdown: css.menu, item: css.item, itemSection: css.icon, label: css.label }}
      {...props}
    />
  );
}
