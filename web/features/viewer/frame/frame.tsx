import { ActionIcon } from '@mantine/core';
import { IconMaximize, IconMinimize } from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { viewerMessages } from '../../../messages/en/viewer/viewer.ts';
import { useFullScreen } from './use-full-screen.ts';
import css from '../viewer.module.css';

type Props = {
  document: Pick<Previewable, 'name'>;
  /** The controls of a kind. Without them, there is no toolbar. */
  toolbar?: ReactNode;
  /** Width by height of the content. On a phone, the frame is then no higher than needed. */
  aspect?: number;
  /** Called with each key that is pressed inside. True: the key had an action. */
  onKey?: (event: KeyboardEvent) => boolean;
  children: ReactNode;
};

/** The frame around a document: a toolbar, which ends with full screen, and the content. */
export function Frame({ document: { name }, toolbar, aspect, onKey, children }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  useKeys(frame, onKey);
  const { isFull, toggle } = useFullScreen(frame);
  const t = isFull ? viewerMessages.leaveFullScreen : viewerMessages.fullScreen;
  if (toolbar === undefined) return children;
  return (
    <div
      ref={frame}
      className={css.frame}
      data-frame
      data-full={isFull || undefined}
      {...(aspect === undefined ? {} : { 'data-aspect': true, style: { '--aspect': aspect } as CSSProperties })}
    >
      <div className={css.toolbar} role="group" aria-label={viewerMessages.toolbar(name)}>
        {toolbar}
        <ActionIcon variant="subtle" aria-label={t} title={t} onClick={toggle}>
          {isFull ? <IconMinimize size={20} aria-hidden /> : <IconMaximize size={20} aria-hidden />}
        </ActionIcon>
      </div>
      <div className={css.body}>{children}</div>
    </div>
  );
}

function useKeys(frame: RefObject<HTMLElement | null>, onKey: Props['onKey']): void {
  useEffect(() => {
    const element = frame.current;
    if (element === null || onKey === undefined) return;
    const listener = (event: KeyboardEvent) => {
      if (!onKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('keydown', listener);
    return () => element.removeEventListener('keydown', listener);
  }, [frame, onKey]);
}
