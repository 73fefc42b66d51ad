/** Keeps the keyboard focus in the panel when the focused element disappears. */

/** Moves the focus to the panel. */
export const focusPanel = (inside: Element | null): void => inside?.closest<HTMLElement>('[popover]')?.focus();

/** Moves the focus to the delete button of the row, because the other button disappears. */
export function focusRow(row: Element | null): void {
  const buttons = row?.querySelectorAll('button') ?? [];
  buttons[buttons.length - 1]?.focus();
}

/** Moves the focus to the next or previous row, or to the panel. */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? null;
  if (beside === null) focusPanel(row);
  else focusRow(beside);
}
