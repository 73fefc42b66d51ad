import { useMemo } from 'react';
import type { ReportPreview } from '../../api/reports.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { formatTime } from '../../ui/format.ts';
import { readCsvRows } from './csv-rows.ts';
import css from './reports.module.css';

const t = reportMessages.table;

const SHOWN = 100;

/** The first rows of a report, as in its file. */
export function ReportTable({ head, total }: { head: ReportPreview; total: number }) {
  const [columns = [], ...rows] = useMemo(() => readCsvRows(head.csv), [head.csv]);
  const shown = rows.slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables scroll sideways, also by keyboard
    <div className={css.reportTable} role="region" aria-label={t.label} tabIndex={0}>
      <table className={css.reportFigures}>
        <caption>{shown.length === total ? t.all(total) : t.first(shown.length, total)}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- rows never change their order
            <tr key={index}>
              {columns.map((column, at) => (
                <td key={column}>{formatCell(row[at] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function formatCell(cell: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(cell) ? formatTime(cell) : cell;
}
