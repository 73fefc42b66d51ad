import type { ActivityDay } from '../../../api/answers.ts';
import { overviewTexts } from '../../../texts/en/admin-overview.ts';
import { printDay } from '../../../ui/format.ts';

const said = overviewTexts.activity;

const WIDTH = 600;
const HEIGHT = 140;
const GAP = 3;

/** A bar for each day; the sentence above says the same in short, the table below in full. */
export function ActivityChart({ days }: { days: ActivityDay[] }) {
  const most = Math.max(...days.map(({ Events }) => Events));
  const busiest = days.find(({ Events }) => Events === most);
  const sum = days.reduce((events, { Events }) => events + Events, 0);
  return (
    <section aria-label={said.title}>
      <h2 className="figures-title">{said.title}</h2>
      <div className="card activity-card">
        <p>{busiest === undefined || most === 0 ? said.none : said.sum(sum, printDay(busiest.Day), most)}</p>
        <Bars days={days} most={most} />
        <p className="figure-note">{said.note}</p>
        <details>
          <summary>{said.table}</summary>
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
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className="activity-bars" aria-hidden>
        {days.map(({ Day, Events }, index) => {
          // A day on which little happened is seen beside one on which much did.
          const height = Events === 0 ? 0 : Math.max(2, (Events / most) * HEIGHT);
          return (
            <rect key={Day} x={index * step} y={HEIGHT - height} width={step - GAP} height={height}>
              <title>{said.of(printDay(Day), Events)}</title>
            </rect>
          );
        })}
      </svg>
      <div className="activity-ends" aria-hidden>
        <span>{first === undefined ? null : printDay(first.Day)}</span>
        <span>{last === undefined ? null : printDay(last.Day)}</span>
      </div>
    </>
  );
}

function Table({ days }: { days: ActivityDay[] }) {
  return (
    <table className="activity-table">
      <thead>
        <tr>
          <th scope="col">{said.day}</th>
          <th scope="col">{said.events}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ Day, Events }) => (
          <tr key={Day}>
            <th scope="row">{printDay(Day)}</th>
            <td>{overviewTexts.number(Events)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
