import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';
import { askWorker } from '../frame/ask-worker.ts';
import { CutNote } from '../frame/cut-note.tsx';
import { Frame } from '../frame/frame.tsx';
import { Status } from '../frame/status.tsx';
import type { KindProps } from '../kinds.ts';
import { readText } from '../text/read-part.ts';
import { SourceSwitch } from '../text/source-switch.tsx';
import { Source } from '../text/text-view.tsx';
import { MAX_COLUMNS, type Table } from './cut-table.ts';
import { Grid } from './grid.tsx';
import type { TableRequest } from './table.worker.ts';
import css from './grid.module.css';

const t = viewMessages.table;

const READ_BYTES = 5 * 1024 ** 2;

/** A CSV or TSV file as a table that can be sorted. */
// oxlint-disable-next-line import/no-default-export -- React.lazy takes a default export
export default function TableView({ document, content }: KindProps) {
  const [isSource, setSource] = useState(false);
  const { data, error } = useQuery({
    queryKey: ['table', content],
    queryFn: ({ signal }) => readTable(content, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const tools = (
    <>
      {isSource || !data?.table ? null : <Size table={data.table} />}
      <SourceSwitch isSource={isSource} onChange={setSource} />
    </>
  );
  if (isSource) return <Source document={document} content={content} tools={tools} />;
  if (data === undefined) return <Status error={error} />;
  if (data.table === null) return <Source document={document} content={content} note={viewMessages.text.notShown} />;
  const { rows, hasMoreRows, hasMoreColumns } = data.table;
  return (
    <Frame document={document} toolbar={tools}>
      <div className={css.page}>
        <Grid table={data.table} name={document.name} />
        {hasMoreRows ? <CutNote text={t.cut(rows.length)} /> : null}
        {hasMoreColumns ? <CutNote text={t.cutColumns(MAX_COLUMNS)} /> : null}
      </div>
    </Frame>
  );
}

function Size({ table: { rows, columns } }: { table: Table }) {
  return <span className={css.size}>{t.size(rows.length, columns.length)}</span>;
}

async function readTable(url: string, signal: AbortSignal): Promise<{ table: Table | null }> {
  const { text, isCut } = await readText(url, READ_BYTES, signal);
  const worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  const request: TableRequest = { text, isCut };
  return { table: await askWorker<Table | null>(worker, request, signal).catch(() => null) };
}
