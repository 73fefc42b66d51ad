import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Overview } from '../../../api/answers.ts';
import { overviewTexts as said } from '../../../texts/en/admin-overview.ts';
import { printSize } from '../../../ui/format.ts';
import './overview.css';

/** The figures; those that say more elsewhere lead there, and those that ask for somebody stand out. */
export function Figures({ overview }: { overview: Overview }) {
  const { Documents, StorageBytes, People, SiteAdmins, Links } = overview;
  const { number } = said;
  return (
    <>
      <Care overview={overview} />
      <Group title={said.groups.links}>
        <Figure {...said.activeLinks} value={number(Links.Active)} to="/admin/links" filter="status=Active" />
        <Figure
          {...said.unprotected}
          value={number(Links.Unprotected)}
          to="/admin/links"
          filter="status=Active&unprotected=true"
        />
        <Figure
          {...said.withoutEnd}
          value={number(Links.WithoutEnd)}
          to="/admin/links"
          filter="status=Active&endless=true"
        />
      </Group>
      <Group title={said.groups.content}>
        <Figure {...said.documents} value={number(Documents)} />
        <Figure {...said.storage} value={printSize(StorageBytes)} />
        <Figure
          label={said.people.label}
          value={number(People)}
          note={said.people.note(SiteAdmins)}
          to="/admin/people"
        />
      </Group>
    </>
  );
}

function Care({ overview: { FailedSignIns, Jobs, Mails, Tasks } }: { overview: Overview }) {
  const { number } = said;
  return (
    <Group title={said.groups.care}>
      <Figure {...said.signIns} value={number(FailedSignIns)} />
      <Figure
        label={said.jobsFailed.label}
        value={said.jobs(Jobs.Failed)}
        note={said.jobsFailed.note(said.jobs(Jobs.Waiting))}
        to="/admin/jobs"
        isBad={Jobs.Failed > 0}
      />
      <Figure
        label={said.mails.label}
        value={number(Mails.Failed)}
        note={said.mails.note(Mails.Delayed)}
        to="/admin/mail"
        isBad={Mails.Failed > 0}
      />
      <Figure label={said.tasks.label} value={number(Tasks.Overdue)} note={said.tasks.note(Tasks.Open)} />
    </Group>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="figures-title">{title}</h2>
      <ul className="figures">{children}</ul>
    </section>
  );
}

type FigureProps = {
  label: string;
  value: string;
  note?: string;
  to?: '/admin/jobs' | '/admin/links' | '/admin/mail' | '/admin/people';
  /** How the list there is narrowed down. */
  filter?: string;
  isBad?: boolean;
};

function Figure({ label, value, note, to, filter, isBad = false }: FigureProps) {
  const inside = (
    <>
      <span className="figure-label">{label}</span>
      <span className="figure-value">{value}</span>
      {note === undefined ? null : <span className="figure-note">{note}</span>}
    </>
  );
  const className = isBad ? 'figure is-bad' : 'figure';
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
