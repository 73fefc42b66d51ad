import { useEffect } from 'react';
import type { CommentSource, ShownComment } from '../../api/comments.ts';
import { commentMessages as t } from '../../messages/en/comments.ts';
import { type NamedMark, usePageMarks } from '../viewer/marks/page-marks.tsx';
import { type Thread, useNewestVersion, useOpenThreads, useThreads } from './use-comments.ts';

const MOST_WORDS = 80;

/**
 * Marks the open threads about the current version on the pages of the viewer, because other versions can have other pages. Those of long
 * lists appear with their part of the list.
 */
export function CommentMarks({ source }: { source: CommentSource }) {
  const marks = usePageMarks();
  const open = useOpenThreads(source);
  const { data } = useThreads(source, 'open', marks !== null && open !== null && open > 0);
  const setMarks = marks?.setMarks;
  const threads = open === 0 ? undefined : data;
  const newest = useNewestVersion(source, threads?.some(({ first }) => isOnVersion(first)) ?? false);
  useEffect(
    () => setMarks?.((threads ?? []).filter((thread) => isCurrent(thread, newest)).flatMap(markOf)),
    [threads, newest, setMarks],
  );
  return null;
}

const isOnVersion = ({ Page, RevisionNumber }: ShownComment): boolean => Page !== null && RevisionNumber !== null;

const isCurrent = ({ first }: Thread, newest: number | null): boolean =>
  first.isEarlier !== true && (!isOnVersion(first) || first.RevisionNumber === newest);

function markOf({
  first: { CommentId: id, Page: page, Region: region, AuthorName, Text, IsResolved },
}: Thread): NamedMark[] {
  if (page === null || IsResolved) return [];
  const words = Text.length > MOST_WORDS ? `${Text.slice(0, MOST_WORDS)}…` : Text;
  return [{ id, place: { page, region }, label: t.mark(AuthorName, words) }];
}
