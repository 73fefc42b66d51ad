import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../api/answers.ts';
import { overviewMessages as t } from '../../../messages/en/admin/overview.ts';
import { formatSize } from '../../../ui/format.ts';
import css from './overview.module.css';

/** The figures of the deployment. Some link to details, and those that need attention stand out. */
export function Figures({ overview }: { overview: Overview }) {
  const { Documents, StorageBytes, People, SiteAdmins, Links } = overview;
  const { number } = t;
  return (
    <>
      <Care overview={overview} />
      <Group title={t.groups.links}>
        <Figure {...t.activeLinks} value={number(Links.Active)} to="/admin/links" filter="status=Active" />
        <Figure
          {...t.unprotected}
          value={number(Links.Unprotected)}
          to="/admin/links"
          filter="status=Active&unprotected=true"
        />
        <Figure
          {...t.withoutEnd}
          value={number(Links.WithoutEnd)}
          to="/admin/links"
          filter="status=Active&endless=true"
        />
      </Group>
      <Group title={t.groups.content}>
        <Figure {...t.documents} value={number(Documents)} />
        <Figure {...t.storage} value={formatSize(StorageBytes)} />
        <Figure label={t.people.label} value={number(People)} note={t.people.note(SiteAdmins)} to="/admin/people" />
      </Group>
    </>
  );
}

function Care({ overview: { FailedSignIns, Jobs, Mails, Tasks } }: { overview: Overview }) {
  const { number } = t;
  return (
    <Group title={t.groups.care}>
      <Figure {...t.signIns} value={number(FailedSignIns)} />
      <Figure
        label={t.jobsFailed.label}
        value={t.jobs(Jobs.Failed)}
        note={t.jobsFailed.note(t.jobs(Jobs.Waiting))}
        to="/admin/jobs"
        isBad={Jobs.Failed > 0}
      />
      <Figure
        label={t.mails.label}
        value={number(Mails.Failed)}
        note={t.mails.note(Mails.Delayed)}
        to="/admin/mail"
        isBad={Mails.Failed > 0}
      />
      <Figure label={t.tasks.label} value={number(Tasks.Overdue)} note={t.tasks.note(Tasks.Open)} />
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={css.figuresTitle}>{title}</h2>
      <ul className={css.figures}>{children}</ul>
    </section>
  );
}

type FigureProps = {
  label: string;
  value: string;
  note?: string;
  to?: '/admin/jobs' | '/admin/links' | '/admin/mail' | '/admin/people';
  /** The filters of the linked page. */
  filter?: string;
  isBad?: boolean;
};

function Figure({ label, value, note, to, filter, isBad = false }: FigureProps) {
  const inside = (
    <>
      <span className={css.figureLabel}>{label}</span>
      <span className={css.figureValue}>{value}</span>
      {note === undefined ? null : <span className={css.figureNote}>{note}</span>}
    </>
  );
  const className = isBad ? `${css.figure} ${css.isBad}` : css.figure;
  return (
    <li>
      {to === undefined ? (
        <div className={className}>{inside}</div>
      ) : (
        <Link to={to} search={filter === undefined ? {} : { filter }} className={className}>
          {inside}
        </Link>
      )}
    </li>
  );
}
