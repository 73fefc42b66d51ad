import { Skeleton, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { listActivity } from '../../api/documents.ts';
import type { Activity as Happened } from '../../api/answers.ts';
import { activityMessages as t } from '../../messages/en/activity.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { Person } from '../../ui/person/person.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { usePagedList } from '../shell/list-page.tsx';
import { useMe } from '../shell/use-me.ts';
import css from './document.module.css';

/** The activity of a document, newest first. */
export function Activity({ documentId }: { documentId: number }) {
  const { items, error, next } = usePagedList(['activity', String(documentId)], (after) =>
    listActivity(documentId, after),
  );
  return (
    <section className={css.documentSection} aria-label={t.title}>
      <Title order={2} size="h5" mb="xs">
        {t.title}
      </Title>
      <ProblemAlert error={error} />
      {items === undefined && error === null ? <Skeleton height={60} /> : null}
      <ul>
        {items?.map((activity) => (
          <Row key={activity.ActivityId} activity={activity} />
        ))}
      </ul>
      <div className={css.activityFoot}>
        <MoreButton next={next} size="compact-sm" />
        <Link to="/documents/$id/report" params={{ id: String(documentId) }} search={{}}>
          {t.report}
        </Link>
      </div>
    </section>
  );
}

function Row({ activity }: { activity: Happened }) {
  const { UserId } = useMe();
  return (
    <li className={css.activity}>
      {activity.ActivityType === 'TaskExpired' ? (
        t.expired
      ) : (
        <>
          <Actor activity={activity} me={UserId} /> {t.describe(activity)}
        </>
      )}
      <small>
        <RelativeTime iso={activity.ActivityDate} />
      </small>
    </li>
  );
}

const WITHOUT_ACCOUNT: Record<string, string> = { 'Share By Link User': t.visitor, System: t.service };

function Actor({ activity: { Person: person, UserName }, me }: { activity: Happened; me: number }) {
  if (person === null) return <strong>{WITHOUT_ACCOUNT[UserName] ?? UserName}</strong>;
  if (person.UserId === me) return <strong>{t.you}</strong>;
  return (
    <strong>
      <Person person={person} size={20} />
    </strong>
  );
}
