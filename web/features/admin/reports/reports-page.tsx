import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReportSubject } from '../../../api/reports.ts';
import { reportMessages as t } from '../../../messages/en/reports.ts';
import { ReportForm } from '../../reports/report-form.tsx';
import { ReportHistory } from '../../reports/report-history.tsx';
import { ReportJob } from '../../reports/report-job.tsx';
import { ShellPage } from '../../shell/shell-page.tsx';
import { SubjectField } from './subject-field.tsx';
import ownTasksCss from '../../own-tasks/own-tasks.module.css';
import shellCss from '../../shell/shell.module.css';

const KINDS = ['user', 'document', 'library', 'tasks'] as const;

/** All four reports, for site admins: options, progress, preview and download. */
export function ReportsPage() {
  const { view } = useSearch({ strict: false });
  const kind = KINDS.find((each) => each === view) ?? 'user';
  return (
    <ShellPage title={t.title} text={t.text}>
      <nav className={ownTasksCss.views} aria-label={t.kinds.label}>
        {KINDS.map((each) => (
          <Link
            key={each}
            to="."
            search={(before) => ({ ...before, view: each })}
            className={each === kind ? ownTasksCss.isCurrent : ''}
            {...(each === kind ? { 'aria-current': 'page' } : {})}
          >
            {t.kinds[each]}
          </Link>
        ))}
      </nav>
      <p className={shellCss.shellText}>{t.explained[kind]}</p>
      <Ask key={kind} kind={kind} />
      <ReportJob />
      <ReportHistory />
    </ShellPage>
  );
}

function Ask({ kind }: { kind: ReportSubject['kind'] }) {
  const [subject, setSubject] = useState<ReportSubject | null>(kind === 'tasks' ? { kind } : null);
  const [isMissing, setMissing] = useState(false);
  const choose = (chosen: ReportSubject | null) => {
    setSubject(chosen);
    setMissing(false);
  };
  return (
    <ReportForm kind={kind} subject={subject} onMissing={() => setMissing(true)}>
      {kind === 'tasks' ? null : <SubjectField kind={kind} isMissing={isMissing} onChoose={choose} />}
    </ReportForm>
  );
}
