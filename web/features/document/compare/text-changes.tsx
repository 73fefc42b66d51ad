import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Previewable } from '../../../api/documents.ts';
import { documentMessages } from '../../../messages/en/document.ts';
import { formatSize } from '../../../ui/format.ts';
import { CutNote } from '../../viewer/frame/cut-note.tsx';
import { Status } from '../../viewer/frame/status.tsx';
import type { Line, Row } from './line-changes.ts';
import { MAX_BYTES, readChanges } from './read-changes.ts';
import css from './compare.module.css';

const t = documentMessages.comparison;

/** The changed lines of two versions of a text, with the lines around them. */
export function TextChanges({ name, versions }: { name: string; versions: [Previewable, Previewable] }) {
  const [before, after] = versions;
  const { data, error } = useQuery({
    queryKey: ['changes', before.contentUrl, after.contentUrl],
    queryFn: ({ signal }) => readChanges(versions, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (data === undefined) return <Status error={error} />;
  if (data === 'large') return <Text role="status">{t.tooLarge(formatSize(MAX_BYTES))}</Text>;
  if (data === 'different') return <Text role="status">{t.tooDifferent}</Text>;
  if (data.rows.length === 0) return <Text role="status">{t.sameText}</Text>;
  return (
    <>
      <Text role="status">{t.counts(data.added, data.removed)}</Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the area scrolls, so it must be focusable */}
      <div className={css.changes} tabIndex={0} role="region" aria-label={t.changesOf(name)}>
        <ol>
          {data.rows.map((row) => (
            <ChangedRow key={keyOf(row)} row={row} />
          ))}
        </ol>
        {data.isCut ? <CutNote text={t.cut(data.rows.length)} /> : null}
      </div>
    </>
  );
}

const keyOf = (row: Row): string =>
  row.kind === 'gap' ? `gap ${row.before}` : `${row.before?.number ?? ''}:${row.after?.number ?? ''}`;

function ChangedRow({ row }: { row: Row }) {
  if (row.kind === 'gap') return <li className={css.gap}>{t.gap(row.count)}</li>;
  const { kind, before, after } = row;
  if (kind === 'same')
    return (
      <li className={css.row}>
        <code className={css.line} data-number={before.number}>
          {textOf(before)}
        </code>
        {/* The same again. */}
        <code className={`${css.line} ${css.again}`} data-number={after.number} aria-hidden>
          {textOf(after)}
        </code>
      </li>
    );
  return (
    <li className={css.row}>
      {before === null ? <span className={css.empty} /> : <Side line={before} Mark="del" label={t.removed} />}
      {after === null ? <span className={css.empty} /> : <Side line={after} Mark="ins" label={t.added} />}
    </li>
  );
}

const textOf = ({ words }: Line): string => words.map(({ text }) => text).join('');

function Side({ line, Mark, label }: { line: Line; Mark: 'del' | 'ins'; label: (number: number) => string }) {
  return (
    <code className={css.line} data-number={line.number} data-change={Mark}>
      <VisuallyHidden>{label(line.number)}</VisuallyHidden>
      {line.words.map(({ text, isChanged }, index) =>
        // oxlint-disable-next-line react/no-array-index-key -- the words of a line never move
        isChanged ? <Mark key={index}>{text}</Mark> : text,
      )}
    </code>
  );
}
