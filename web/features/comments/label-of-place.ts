import { commentMessages as t } from '../../messages/en/comments.ts';
import type { PageMarks } from '../viewer/marks/page-marks.tsx';
import type { PagePlace } from '../viewer/marks/region.ts';

/** The part of the document that a comment is about; null: a whole picture, which needs no label. */
export function labelOfPlace({ page, region }: PagePlace, marks: PageMarks | null): string | null {
  if (marks?.on === 'picture') return region === null ? null : t.onPart;
  return region === null ? t.onPage(page) : t.onRegion(page);
}

/** The name of the link to it. */
export function goToLabel({ page, region }: PagePlace, marks: PageMarks): string {
  if (marks.on === 'picture') return t.goToPart;
  return region === null ? t.goTo(page) : t.goToRegion(page);
}
