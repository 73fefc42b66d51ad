import type { ActivityDay } from '../../../api/answers.ts';
import { overviewMessages } from '../../../messages/en/admin/overview.ts';
import { formatDay } from '../../../ui/format.ts';
import overviewCss from './overview.module.css';
import pageCss from '../../../ui/page.module.css';

const t = overviewMessages.activity;

const WIDTH = 600;
const HEIGHT = 140;
const GAP = 3;

/** A bar for each day. The sentence above is the summary, and the table below has all numbers. */
export function ActivityChart({ days }: { days: ActivityDay[] }) {
  const most = Math.max(...days.map(({ Events }) => Events));
  const busiest = days.find(({ Events }) => Events === most);
  const sum = days.reduce((events, { Events }) => events + Events, 0);
  return (
    <section aria-label={t.title}>
      <h2 className={overviewCss.figuresTitle}>{t.title}</h2>
      <div className={`${pageCss.card} ${overviewCss.activityCard}`}>
        <p>{busiest === undefined || most === 0 ? t.none : t.sum(sum, formatDay(busiest.Day), most)}</p>
        <Bars days={days} most={most} />
        <p className={overviewCss.figureNote}>{t.note}</p>
        <details>
          <summary>{t.table}</summary>
          <Table days={days} />
        </details>
      </div>
    </section>
  );
}

function Bars({ days, most }: { days: ActivityDay[]; most: number }) {
  const step = WIDTH / days.length;
  const [first, last] = [days[0], days.at(-1)];
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className={overviewCss.activityBars}
        aria-hidden
      >
        {days.map(({ Day, Events }, index) => {
          // Bars have a minimum height, so that days with little activity stay visible.
          const height = Events === 0 ? 0 : Math.max(2, (Events / most) * HEIGHT);
          return (
            <rect key={Day} x={index * step} y={HEIGHT - height} width={step - GAP} height={height}>
              <title>{t.of(formatDay(Day), Events)}</title>
            </rect>
          );
        })}
      </svg>
      <div className={overviewCss.activityEnds} aria-hidden>
        <span>{first === undefined ? null : formatDay(first.Day)}</span>
        <span>{last === undefined ? null : formatDay(last.Day)}</span>
      </div>
    </>
  );
}

function Table({ days }: { days: ActivityDay[] }) {
  return (
    <table className={overviewCss.activityTable}>
      <thead>
        <tr>
          <th scope="col">{t.day}</th>
          <th scope="col">{t.events}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ Day, Events }) => (
          <tr key={Day}>
            <th scope="row">{formatDay(Day)}</th>
            <td>{overviewMessages.number(Events)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
