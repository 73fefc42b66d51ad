import { useNavigate, useSearch } from '@tanstack/react-router';
import { type Preference, isBoolean, usePreference } from '../../shell/use-preference.ts';

/** In their order. */
export const TABS = ['details', 'versions', 'comments', 'tasks', 'access', 'activity'] as const;
export type Tab = (typeof TABS)[number];

const isTab = (value: unknown): value is Tab => TABS.some((tab) => tab === value);

const LAST_TAB: Preference<Tab> = { name: 'document-tab', usual: 'details', isValid: isTab };
const IS_OPEN: Preference<boolean> = { name: 'document-pane', usual: true, isValid: isBoolean };

export type PaneState = { tab: Tab; isOpen: boolean; show: (tab: Tab) => void; setOpen: (isOpen: boolean) => void };

/** The tab of a document's page: that of the address (`?tab=versions`), or the one that was shown last. */
export function usePane(): PaneState {
  const { tab: asked } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [last, setLast] = usePreference(LAST_TAB);
  const [isOpen, setOpen] = usePreference(IS_OPEN);
  const ask = (tab: Tab | undefined) => {
    // The page that the viewer shows. The router does not know it (writePage).
    const hash = window.location.hash.slice(1);
    void navigate({ to: '.', search: (search) => ({ ...search, tab }), hash, replace: true, resetScroll: false });
  };
  return {
    tab: isTab(asked) ? asked : last,
    isOpen: isOpen || isTab(asked),
    show: (tab) => {
      setLast(tab);
      setOpen(true);
      ask(tab);
    },
    setOpen: (open) => {
      setOpen(open);
      if (!open) ask(undefined);
    },
  };
}
