import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Home } from '../../api/answers.ts';
import { homeQuery } from '../../queries.ts';
import { homeMessages } from '../../messages/en/home.ts';
import { FailedMessage } from '../visits/states.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { Checklist } from './checklist.tsx';
import { Fresh } from './fresh.tsx';
import { Panel } from './panel.tsx';
import { Recents, Starred } from './recents.tsx';
import { Storage } from './storage.tsx';
import { Waiting } from './waiting.tsx';
import css from './home.module.css';

const t = homeMessages;

/** The start page: tasks and requests, recently used documents, and new ones. */
export function HomePage() {
  const { data, error, refetch } = useQuery(homeQuery);
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  return <ShellPage title={t.title}>{data === undefined ? <Loading /> : <Parts home={data} />}</ShellPage>;
}

function Parts({ home }: { home: Home }) {
  return (
    <>
      <Checklist steps={home.Checklist} />
      <div className={css.home}>
        <div className={css.column}>
          <Waiting tasks={home.Tasks} requests={home.Requests} />
          <Recents documents={home.Recents} />
        </div>
        <div className={css.column}>
          <Starred items={home.Starred} />
          <Fresh since={home.PreviousVisit} documents={home.NewDocuments} />
          <Storage storage={home.Storage} />
        </div>
      </div>
    </>
  );
}

// As high as a page with some content.
function Loading() {
  const panels = [
    { title: t.waiting.title, rows: 1 },
    { title: t.recent.title, rows: 6 },
  ];
  const beside = [
    { title: t.starred.title, rows: 3 },
    { title: t.fresh.title, rows: 3 },
  ];
  return (
    <div className={css.home} aria-busy>
      {[panels, beside].map((column) => (
        <div key={column[0]?.title} className={css.column}>
          {column.map(({ title, rows }) => (
            <Panel key={title} title={title}>
              <Skeleton height={56 * rows} radius="md" />
            </Panel>
          ))}
        </div>
      ))}
    </div>
  );
}
