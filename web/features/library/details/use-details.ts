import { useCallback } from 'react';
import { isBoolean, usePreference } from '../../shell/use-preference.ts';

const IS_OPEN = { name: 'details', usual: false, isValid: isBoolean };

/** Whether the details are shown beside lists; stored in the browser. */
export function useDetails(): { isOpen: boolean; toggle: () => void; show: (isOpen: boolean) => void } {
  const [isOpen, setOpen] = usePreference(IS_OPEN);
  const toggle = useCallback(() => setOpen(!isOpen), [isOpen, setOpen]);
  return { isOpen, toggle, show: setOpen };
}
