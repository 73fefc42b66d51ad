import type { ReportSummary } from '../../api/answers.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { barsOf, formatPeriod } from './bars.ts';
import css from './reports.module.css';

const t = reportMessages.chart;

const WIDTH = 640;
const HEIGHT = 120;
/** The minimum number of bars that there is room for, so that a single bar is not too wide. */
const FEWEST = 14;

/** The number of rows per day or month, as a chart, a summary and a table. */
export function PeriodsChart({ summary }: { summary: ReportSummary }) {
  const { Unit, Rows } = summary;
  const bars = barsOf(summary);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first === undefined || last === undefined) return null;
  const most = bars.reduce((a, b) => (b.rows > a.rows ? b : a));
  const print = (start: string) => formatPeriod(start, Unit);
  const step = WIDTH / Math.max(bars.length, FEWEST);
  return (
    <figure className={css.chart}>
      <figcaption>{t[Unit]}</figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={t.summary(Rows, print(first.start), print(last.start), most.rows, print(most.start))}
      >
        {bars.map(({ start, rows }, index) => {
          const height = rows === 0 ? 0 : Math.max(2, (rows / most.rows) * HEIGHT);
          const width = Math.max(1, step - Math.min(2, step / 4));
          return (
            <rect key={start} x={index * step} y={HEIGHT - height} width={width} height={height}>
              <title>{t.bar(print(start), rows)}</title>
            </rect>
          );
        })}
      </svg>
      <p className={css.chartEnds} aria-hidden>
        <span>
          {bars.length < FEWEST && bars.length > 1 ? t.ends(print(first.start), print(last.start)) : print(first.start)}
        </span>
        {bars.length < FEWEST ? null : <span>{print(last.start)}</span>}
      </p>
      <Numbers summary={summary} />
    </figure>
  );
}

function Numbers({ summary: { Periods, Unit } }: { summary: ReportSummary }) {
  return (
    <details className={css.chartNumbers}>
      <summary>{t.numbers}</summary>
      <table className={css.reportFigures}>
        <thead>
          <tr>
            <th scope="col">{t.when}</th>
            <th scope="col">{t.rows}</th>
          </tr>
        </thead>
        <tbody>
          {Periods.map(({ Start, Rows }) => (
            <tr key={Start}>
              <td>{formatPeriod(Start, Unit)}</td>
              <td>{Rows.toLocaleString()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The number of rows per type, largest first. */
export function TypesChart({ summary: { Types } }: { summary: ReportSummary }) {
  const most = Types[0]?.Rows ?? 1;
  return (
    <figure className={css.chart}>
      <figcaption>{t.types}</figcaption>
      <ul className={css.typeBars}>
        {Types.map(({ Name, Rows }) => (
          <li key={Name}>
            <span>{Name}</span>
            <span className={css.typeRows}>{Rows.toLocaleString()}</span>
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden>
              <rect width={Math.max(0.5, (Rows / most) * 100)} height={4} />
            </svg>
          </li>
        ))}
      </ul>
    </figure>
  );
}
