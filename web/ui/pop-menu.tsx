import { Menu, type MenuProps } from '@mantine/core';

/** Where menus open: in the header, as a part of the page that has a name. */
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
