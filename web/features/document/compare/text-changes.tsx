import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Previewable } from '../../../api/documents.ts';
import { documentMessages } from '../../../messages/en/document.ts';
import { formatSize } from '../../../ui/format.ts';
import { CutNote } from '../../viewer/frame/cut-note.tsx';
import { Status } from '../../viewer/frame/status.tsx';
import type { Line, Row } from './line-changes.ts';
import { MAX_BYTES, type NoChanges, type ReadChanges, readChanges, readPassageChanges } from './read-changes.ts';
import css from './compare.module.css';

const t = documentMessages.comparison;

type Props = {
  name: string;
  versions: [Previewable, Previewable];
  /** The server reads the text: of a PDF or office document. */
  isByServer: boolean;
};

const REASONS: Record<NoChanges, string> = {
  large: t.tooLarge(formatSize(MAX_BYTES)),
  unreadable: t.unreadable,
  different: t.tooDifferent,
};

/** The changed lines of two versions of a text, or passages of a document, with those around them. */
export function TextChanges({ name, versions, isByServer }: Props) {
  const [before, after] = versions;
  const { data, error } = useQuery({
    queryKey: ['changes', before.contentUrl, after.contentUrl],
    queryFn: ({ signal }) => (isByServer ? readPassageChanges : readChanges)(versions, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined) return <Status error={error} />;
  if (typeof data === 'string') return <Text role="status">{REASONS[data]}</Text>;
  if (data.rows.length === 0) return <Text role="status">{data.isWhole ? t.sameText : t.sameRead}</Text>;
  return <ShownChanges name={name} changes={data} />;
}

function ShownChanges({ name, changes: data }: { name: string; changes: ReadChanges }) {
  const { pages } = data;
  const label = useCallback(
    (side: 'before' | 'after', number: number) =>
      labelOf(pages === null ? null : (pages[side][number - 1] ?? 0), number),
    [pages],
  );
  return (
    <>
      <Text role="status" className={css.counts ?? ''}>
        {(pages === null ? t.counts : t.passageCounts)(data.added, data.removed)}
        {data.isWhole ? '' : ` ${t.partly}`}
      </Text>
      <div
        className={css.changes}
        data-prose={pages !== null || undefined}
        data-unnumbered={(pages !== null && !hasPages(pages)) || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable
        tabIndex={0}
        role="region"
        aria-label={t.changesOf(name)}
      >
        <ol>
          {data.rows.map((row) => (
            <ChangedRow key={keyOf(row)} row={row} isProse={pages !== null} label={label} />
          ))}
        </ol>
        {data.isCut ? <CutNote text={(pages === null ? t.cut : t.passagesCut)(data.rows.length)} /> : null}
      </div>
    </>
  );
}

// Spreadsheets and emails have none.
const hasPages = ({ before, after }: NonNullable<ReadChanges['pages']>): boolean =>
  [...before, ...after].some((page) => page > 0);

const keyOf = (row: Row): string =>
  row.kind === 'gap' ? `gap ${row.before}` : `${row.before?.number ?? ''}:${row.after?.number ?? ''}`;

/** The label of a line: its number, or the page of a passage. Properties and notes are on no page (0). */
type Label = { shown: string; spoken: string };

function labelOf(page: number | null, number: number): Label {
  if (page === null) return { shown: String(number), spoken: t.line(number) };
  return page === 0 ? { shown: '–', spoken: t.noPage } : { shown: t.shortPage(page), spoken: t.page(page) };
}

type RowProps = { row: Row; isProse: boolean; label: (side: 'before' | 'after', number: number) => Label };

function ChangedRow({ row, isProse, label }: RowProps) {
  if (row.kind === 'gap') return <li className={css.gap}>{(isProse ? t.passagesGap : t.gap)(row.count)}</li>;
  const { kind, before, after } = row;
  if (kind === 'same')
    return (
      <li className={css.row}>
        <code className={css.line} data-number={label('before', before.number).shown}>
          {textOf(before)}
        </code>
        {/* The same again. */}
        <code className={`${css.line} ${css.again}`} data-number={label('after', after.number).shown} aria-hidden>
          {textOf(after)}
        </code>
      </li>
    );
  return (
    <li className={css.row}>
      {before === null ? (
        <span className={css.empty} />
      ) : (
        <Side line={before} Mark="del" label={label('before', before.number)} />
      )}
      {after === null ? (
        <span className={css.empty} />
      ) : (
        <Side line={after} Mark="ins" label={label('after', after.number)} />
      )}
    </li>
  );
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join('');

function Side({ line, Mark, label }: { line: Line; Mark: 'del' | 'ins'; label: Label }) {
  return (
    <code className={css.line} data-number={label.shown} data-change={Mark}>
      <VisuallyHidden>{(Mark === 'del' ? t.removed : t.added)(label.spoken)}</VisuallyHidden>
      {line.words.map(({ text, isChanged }, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- the words of a line never move
        isChanged ? <Mark key={index}>{text}</Mark> : text,
      )}
    </code>
  );
}
