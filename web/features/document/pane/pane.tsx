import { CloseButton, UnstyledButton } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useLayoutEffect, useRef } from 'react';
import { documentMessages as t } from '../../../messages/en/document.ts';
import { type PaneState, TABS, type Tab } from './use-pane.ts';
import css from './pane.module.css';

type Props = {
  pane: PaneState;
  /** Numbers beside the names of tabs. */
  counts: Partial<Record<Tab, number>>;
  children: (tab: Tab) => ReactNode;
};

/** The tabs beside a document, and below it on small screens. */
export function Pane({ pane: { tab: shown, show, setOpen }, counts, children }: Props) {
  const id = useId();
  const list = useShownTab(shown);
  return (
    <aside className={css.pane} aria-label={t.pane}>
      <div className={css.head}>
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs have the focus */}
        <div
          ref={list}
          role="tablist"
          aria-label={t.pane}
          className={css.tabs}
          onKeyDown={(event) => moveBetween(event, show)}
        >
          {TABS.map((tab) => (
            <TabButton
              key={tab}
              tab={tab}
              count={counts[tab] ?? 0}
              id={id}
              isShown={tab === shown}
              onShow={() => show(tab)}
            />
          ))}
        </div>
        <CloseButton
          className={css.close}
          aria-label={t.closePane}
          title={t.closePane}
          onClick={() => setOpen(false)}
        />
      </div>
      <div key={shown} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown}`} className={css.panel}>
        {children(shown)}
      </div>
    </aside>
  );
}

type TabProps = { tab: Tab; count: number; id: string; isShown: boolean; onShow: () => void };

function TabButton({ tab, count, id, isShown, onShow }: TabProps) {
  return (
    <UnstyledButton
      role="tab"
      id={`${id}-${tab}`}
      aria-selected={isShown}
      aria-controls={`${id}-panel`}
      tabIndex={isShown ? 0 : -1}
      data-tab={tab}
      className={css.tab}
      onClick={onShow}
    >
      {count === 0 ? t.tabs[tab] : t.tabWith(t.tabs[tab], count)}
    </UnstyledButton>
  );
}

// All tabs do not fit on a phone.
function useShownTab(shown: Tab): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[data-tab=${shown}]`);
    if (list.current !== null && tab) list.current.scrollLeft = tab.offsetLeft - list.current.clientWidth / 2;
  }, [shown]);
  return list;
}

/** Keys within the tabs, as offsets or ends. */
const STEPS: Record<string, (at: number) => number> = {
  ArrowRight: (at) => (at + 1) % TABS.length,
  ArrowLeft: (at) => (at + TABS.length - 1) % TABS.length,
  Home: () => 0,
  End: () => TABS.length - 1,
};

function moveBetween(event: KeyboardEvent<HTMLElement>, show: (tab: Tab) => void): void {
  const step = STEPS[event.key];
  const from = TABS.findIndex((tab) => event.target instanceof HTMLElement && event.target.dataset['tab'] === tab);
  if (step === undefined || from < 0) return;
  event.preventDefault();
  const tab = TABS[step(from)] ?? 'details';
  event.currentTarget.querySelector<HTMLElement>(`[data-tab=${tab}]`)?.focus();
  show(tab);
}
