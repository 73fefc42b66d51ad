/** The ref of an element that takes the focus when it appears, with the caret behind its text. */
export function focusNow(element: HTMLElement | null): void {
  element?.focus();
  if (element instanceof HTMLTextAreaElement) element.setSelectionRange(element.value.length, element.value.length);
}
