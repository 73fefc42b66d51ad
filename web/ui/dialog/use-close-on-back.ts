import { useBlocker } from '@tanstack/react-router';
import { useEffect, useId } from 'react';

/** Open dialogs and menus, the topmost last. */
const shown: string[] = [];

export const isOverlayShown = (): boolean => shown.length > 0;

type Options = {
  isOpen?: boolean;
  /** Whether it holds an input: going forward and leaving the app would lose it too. */
  isBegun?: boolean;
};

/**
 * Going back closes a dialog or menu instead of leaving the page below it, as people on phones expect. Of several, the topmost
 * closes.
 */
export function useCloseOnBack(onClose: () => void, { isOpen = true, isBegun = false }: Options = {}): void {
  const id = useId();
  useEffect(() => {
    if (!isOpen) return;
    shown.push(id);
    return () => void shown.splice(shown.indexOf(id), 1);
  }, [id, isOpen]);
  useBlocker({
    shouldBlockFn: ({ action }) => {
      const isMeant = action === 'BACK' || (isBegun && action === 'FORWARD');
      if (!isMeant || shown.at(-1) !== id) return false;
      onClose();
      return true;
    },
    enableBeforeUnload: isBegun,
    disabled: !isOpen,
  });
}
