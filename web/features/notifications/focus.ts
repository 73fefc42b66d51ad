/** Keeping the keyboard in the panel when what had it goes. */

/** The panel itself has it next. */
export const focusPanel = (inside: Element | null): void => inside?.closest<HTMLElement>('[popover]')?.focus();

/** The row's deleting button has it next: the other one goes. */
export function focusRow(row: Element | null): void {
  const buttons = row?.querySelectorAll('button') ?? [];
  buttons[buttons.length - 1]?.focus();
}

/** The row after or before has it next, else the panel. */
export function focusBeside(row: Element | null): void {
  const beside = row?.nextElementSibling ?? row?.previousElementSibling ?? null;
  if (beside === null) focusPanel(row);
  else focusRow(beside);
}
