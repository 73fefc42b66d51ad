import { type RefObject, useEffect } from 'react';
import { MarksOfPage } from '../marks/marks-of-page.tsx';
import { usePageMarks } from '../marks/page-marks.tsx';
import { turnRegion } from '../marks/region.ts';
import type { Turn } from '../paged/page-layout.ts';
import type { ImageView } from './use-view.ts';
import { turnOf } from './zoom.ts';
import css from './image.module.css';

type Props = { frame: RefObject<HTMLElement | null>; shown: ImageView };

/** The marks of comments over an image, which is its only page. They keep their size while the image is zoomed. */
export function ImageMarks({ frame, shown }: Props) {
  const { view, size } = shown;
  const turn = turnOf(view);
  useChosenPlace(frame, shown, turn);
  const transform = `translate(-50%, -50%) translate(${view.x}px, ${view.y}px)`;
  return (
    <div className={css.marks} style={{ ...size, transform }} data-page={1}>
      <MarksOfPage page={1} turn={turn} />
    </div>
  );
}

// Shows the place of a mark that was chosen beside the image.
function useChosenPlace(frame: Props['frame'], { lookAt }: ImageView, turn: Turn): void {
  const marks = usePageMarks();
  useEffect(() => {
    if (marks === null || marks.goal !== 'page' || marks.chosen === null) return;
    const { region } = marks.chosen.place;
    if (region !== null) {
      const { X, Y, Width, Height } = turnRegion(region, turn);
      lookAt({ x: X + Width / 2, y: Y + Height / 2 });
    }
    // On small screens, the image is above the comments.
    frame.current?.scrollIntoView({ block: 'nearest' });
    marks.reached();
  });
}
