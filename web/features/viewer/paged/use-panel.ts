import { createContext, useId, useState } from 'react';
import { useCloseOnBack } from '../../../ui/dialog/use-close-on-back.ts';
import { isPhone } from '../../../ui/menus/use-is-phone.ts';

export type PanelState = {
  isOpen: boolean;
  toggle: () => void;
  /** Closes the panel, and returns the focus to the button that opens it. */
  close: () => void;
  buttonId: string;
};

/** The panel beside the pages. */
export function usePanel(): PanelState {
  const [isOpen, setOpen] = useState(false);
  const buttonId = useId();
  const close = () => {
    setOpen(false);
    document.getElementById(buttonId)?.focus();
  };
  useCloseOnBack(close, { isOpen: isOpen && isPhone() });
  return { isOpen, toggle: () => setOpen((was) => !was), close, buttonId };
}

/** Called when the reader chose a place in the panel. */
export const PanelContext = createContext<() => void>(() => {});
