import { useMemo } from 'react';
import type { ReportHead } from '../../api/reports.ts';
import { reportTexts } from '../../texts/en/reports.ts';
import { printTime } from '../../ui/format.ts';
import { readCsvRows } from './csv-rows.ts';

const said = reportTexts.table;

const SHOWN = 100;

/** The first rows of a report, as its file has them. */
export function ReportTable({ head, total }: { head: ReportHead; total: number }) {
  const [columns = [], ...rows] = useMemo(() => readCsvRows(head.csv), [head.csv]);
  const shown = rows.slice(0, SHOWN);
  if (shown.length === 0) return null;
  return (
    // What is wider than the page is moved sideways, by keyboard too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="report-table" role="region" aria-label={said.label} tabIndex={0}>
      <table className="report-figures">
        <caption>{shown.length === total ? said.all(total) : said.first(shown.length, total)}</caption>
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
            // Rows never change their place.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index}>
              {columns.map((column, at) => (
                <td key={column}>{printCell(row[at] ?? '')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function printCell(cell: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(cell) ? printTime(cell) : cell;
}
