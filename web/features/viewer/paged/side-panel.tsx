import { Button, CloseButton } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { viewerMessages as t } from '../../../messages/en/viewer.ts';
import type { Pager, PagerView } from './pager.ts';
import { Thumbnails } from './thumbnails.tsx';
import css from './paged.module.css';

type Props = { pager: Pager; view: PagerView; outline: ReactNode; onClose: () => void };

/** Pictures of the pages, and the outline of a document that has one. */
export function SidePanel({ pager, view, outline, onClose }: Props) {
  const [showsOutline, setShowsOutline] = useState(false);
  const choices: [boolean, string][] = [
    [false, t.thumbnails],
    [true, t.outline],
  ];
  return (
    <div className={css.panel} role="group" aria-label={t.panel}>
      <div className={css.panelHead}>
        {outline === null ? <span>{t.thumbnails}</span> : null}
        {outline === null
          ? null
          : choices.map(([isOutline, label]) => (
              <Button
                key={label}
                size="compact-sm"
                variant={isOutline === showsOutline ? 'light' : 'subtle'}
                aria-pressed={isOutline === showsOutline}
                onClick={() => setShowsOutline(isOutline)}
              >
                {label}
              </Button>
            ))}
        <CloseButton aria-label={t.closePanel} onClick={onClose} />
      </div>
      {outline === null || !showsOutline ? <Thumbnails pager={pager} view={view} /> : outline}
    </div>
  );
}
