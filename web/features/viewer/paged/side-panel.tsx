import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer/viewer.ts';
import type { Pager, PagerView } from './pager.ts';
import { PanelContext } from './use-panel.ts';
import { Thumbnails } from './thumbnails.tsx';
import css from './paged.module.css';

/** A menu that closes returns the focus to its button after 10 ms. */
const FOCUS_MS = 30;

type Props = {
  pager: Pager;
  view: PagerView;
  outline: ReactNode;
  /** Called when the reader chose a place. */
  onChosen: () => void;
  onClose: () => void;
};

/** Pictures of the pages, and the outline of a document that has one. It takes the focus, and Escape closes it. */
export function SidePanel({ pager, view, outline, onChosen, onClose }: Props) {
  const [showsOutline, setShowsOutline] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const timer = setTimeout(() => panel.current?.focus({ preventScroll: true }), FOCUS_MS);
    return () => clearTimeout(timer);
  }, []);
  useEscape(panel, onClose);
  return (
    <div ref={panel} className={css.panel} role="group" aria-label={t.panel} tabIndex={-1}>
      <div className={css.panelHead}>
        {outline === null ? (
          <span>{t.thumbnails}</span>
        ) : (
          <Choices isOutline={showsOutline} onChange={setShowsOutline} />
        )}
        <CloseButton aria-label={t.closePanel} onClick={onClose} />
      </div>
      <PanelContext value={onChosen}>
        {outline === null || !showsOutline ? <Thumbnails pager={pager} view={view} /> : outline}
      </PanelContext>
    </div>
  );
}

function useEscape(panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onEscape();
    };
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [panel, onEscape]);
}

function Choices({ isOutline, onChange }: { isOutline: boolean; onChange: (isOutline: boolean) => void }) {
  const choices: [boolean, string][] = [
    [false, t.thumbnails],
    [true, t.outline],
  ];
  return choices.map(([each, label]) => (
    <Button
      key={label}
      size="compact-sm"
      variant={each === isOutline ? 'light' : 'subtle'}
      aria-pressed={each === isOutline}
      onClick={() => onChange(each)}
    >
      {label}
    </Button>
  ));
}
