import { Menu, type MenuProps } from '@mantine/core';

/** The container of menus: in the header, inside a landmark. */
export const MENUS_ID = 'menus';

/** A menu that opens below its button. */
export function PopMenu(props: MenuProps) {
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withInitialFocusPlaceholder={false}
      portalProps={{ target: `#${MENUS_ID}` }}
      {...props}
    />
  );
}
