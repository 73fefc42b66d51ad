/**
 * The ref of the field that has the focus when its dialog opens. React does not write the attribute that `showModal` reads. With a
 * finger, the keyboard on the screen would cover the dialog.
 */
export function focusFirst(input: HTMLInputElement | null): void {
  if (window.matchMedia('(pointer: fine)').matches) input?.setAttribute('autofocus', '');
}
