import type { ReactNode } from 'react';
import css from './reading.module.css';

/** A part that scrolls, with text to read. */
export function Reading({ label, children }: { label: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
    <div className={css.reading} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  );
}
