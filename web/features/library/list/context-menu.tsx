import { Menu } from '@mantine/core';
import type { HTMLAttributes, ReactElement, SyntheticEvent, TouchEvent } from 'react';
import { PopMenu } from '../../../ui/menus/pop-menu.tsx';
import { type Browsing, useBrowsing } from '../browser-context.ts';
import { SelectionMenu } from './row-menu.tsx';
import { choose, idOfRow, isChosen, rowOfId } from './selection.ts';

/** The list that the menu is of, with the props by which it opens the menu. */
type List = (props: HTMLAttributes<HTMLElement>) => ReactElement;

/** The row below the finger. The handler of a long press is that of the render in which the press began. */
let touched: number | null = null;
const onTouchEnd = () => void (touched = null);

/**
 * The context menu of the list, opened by right click, long press, the menu key or Shift+F10. It acts on the selected rows, or
 * selects the row that it is opened on.
 */
export function ListContextMenu({ children }: { children: List }) {
  const browsing = useBrowsing();
  const onContextMenu = (event: SyntheticEvent) => {
    const row = rowAt(event.target);
    // The header and the empty space below the rows have no menu.
    if (row === null || !ensureChosen(browsing, row)) event.preventDefault();
  };
  return (
    <PopMenu
      width={200}
      position="bottom-start"
      // A long press has no event of its own.
      onOpen={() => (touched === null ? null : ensureChosen(browsing, touched))}
    >
      <Menu.ContextMenu>
        <OnRows list={children} onContextMenu={onContextMenu} onTouchEnd={onTouchEnd} />
      </Menu.ContextMenu>
      <Menu.Dropdown>
        <SelectionMenu />
      </Menu.Dropdown>
    </PopMenu>
  );
}

/** Begins a long press on rows only: touches of a row's own menu reach the list too, because React passes events to parents. */
function OnRows({ list, onTouchStart, ...props }: HTMLAttributes<HTMLElement> & { list: List }) {
  const press = (event: TouchEvent<HTMLElement>) => {
    touched = rowAt(event.target);
    if (touched !== null) onTouchStart?.(event);
  };
  return list({ ...props, onTouchStart: press });
}

/** Opens the context menu on a row, as a right click in its middle does. */
export function openMenuOn(index: number): void {
  const shown = document.querySelector(`#${idOfRow(index)}`);
  if (shown === null) return;
  const { left, top, width, height } = shown.getBoundingClientRect();
  const at = { clientX: left + Math.min(width / 2, 200), clientY: top + height / 2 };
  shown.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}

function rowAt(target: EventTarget): number | null {
  const element = target instanceof Element ? target.closest('[role=row], [role=gridcell][id]') : null;
  return rowOfId(element?.id ?? '');
}

// Returns whether the row is selected now: it may not be loaded yet.
function ensureChosen({ listing, selection, select }: Browsing, index: number): boolean {
  const entry = listing.row(index);
  if (entry === null) return false;
  if (!isChosen(selection, entry)) select(choose(entry, index));
  return true;
}
