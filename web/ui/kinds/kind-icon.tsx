import type { ReactNode } from 'react';
import { type FileKind, kindOf } from './kind-of.ts';
import css from './kinds.module.css';

/** The drawing on the page of each kind, which distinguishes kinds without color. */
const DRAWINGS: Record<FileKind, ReactNode> = {
  pdf: (
    <path d="M7.6 18v-5h1.2a1.5 1.5 0 0 1 0 3H7.6M11.3 13v5h.5a1.9 1.9 0 0 0 1.9-1.9v-1.2a1.9 1.9 0 0 0-1.9-1.9zM17 13h-1.7v5M15.3 15.6h1.4" />
  ),
  image: <path d="m7.6 18.6 3-4.4 2.1 2.8 1.4-1.8 2.3 3.4zM9.7 11.1h.01" />,
  doc: <path d="M8.2 11.2h7.6M8.2 14.2h7.6M8.2 17.2h4.6" />,
  sheet: <path d="M8 11h8v7.4H8zM8 14.7h8M11.6 11v7.4" />,
  slides: <path d="M7.6 10.8h8.8v5.4H7.6zM12 16.2v2.6M10 18.8h4" />,
  video: <path d="M10 11.2v7l5.6-3.5z" fill="currentColor" />,
  audio: <path d="M10.6 17.4v-5.6l4.8-1.2v5.4M9.3 17.4h.01M14.1 16.2h.01" />,
  archive: <path d="M11 9.4h1M12.4 11.2h1M11 13h1M12.4 14.8h1M10.6 17h2.9v2.2h-2.9z" />,
  code: <path d="m10.2 11.8-2.6 2.9 2.6 2.9M13.8 11.8l2.6 2.9-2.6 2.9" />,
  mail: <path d="M7.6 11.6h8.8v6.2H7.6zM7.6 12l4.4 3.4 4.4-3.4" />,
  drawing: <path d="M8 18.4v-7.6l7.8 7.6zM10.4 16h.01" />,
  text: <path d="M8.8 12.4v-1h6.4v1M12 11.4v7M10.8 18.4h2.4" />,
  other: null,
};

type Props = { size?: number | undefined };

/** The icon of a file: a page in the color of its kind. */
export function FileIcon({ name, size = 24 }: { name: string } & Props) {
  const kind = kindOf(name);
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={css.kind} data-kind={kind} aria-hidden>
      <path d="M6.5 2H14l5.5 5.5V20a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z" />
      <path d="m14 2 5.5 5.5h-4A1.5 1.5 0 0 1 14 6z" className={css.fold} />
      <g className={css.drawing}>{DRAWINGS[kind]}</g>
    </svg>
  );
}

/** The icon of a folder, in the color of the deployment. */
export function FolderIcon({ size = 24 }: Props) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className={css.kind} data-kind="folder" aria-hidden>
      <path d="M2.5 6.5a2 2 0 0 1 2-2h4.3a2 2 0 0 1 1.4.6L12 7h7.5a2 2 0 0 1 2 2v8.5a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2z" />
      <path d="M2.5 10h19v7.5a2 2 0 0 1-2 2h-15a2 2 0 0 1-2-2z" className={css.front} />
    </svg>
  );
}
