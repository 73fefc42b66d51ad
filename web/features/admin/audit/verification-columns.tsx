import { Progress } from '@mantine/core';
import type { Verification, Verified } from '../../../api/answers.ts';
import { auditMessages as t } from '../../../messages/en/admin/audit.ts';
import { formatDate } from '../../../ui/format.ts';
import { Person } from '../../../ui/person/person.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import auditCss from './audit.module.css';
import type { Column } from '../../../ui/table/data-table.tsx';
import adminCss from '../admin.module.css';
import sharingCss from '../../sharing/sharing.module.css';

/** The findings of a verification, its creator, state and time. */
export const VERIFICATION_COLUMNS: Column<Verification>[] = [
  { label: t.columns.result, isMain: true, cell: (verification) => <Outcome verification={verification} /> },
  { label: t.columns.creator, cell: ({ CreatorPerson }) => <Person person={CreatorPerson} /> },
  { label: t.columns.state, cell: (verification) => <StateMark verification={verification} /> },
  { label: t.columns.date, cell: ({ DateEnded, DateCreated }) => <RelativeTime iso={DateEnded ?? DateCreated} /> },
];

function Outcome({ verification: { State, Result, Error, Progress: progress } }: { verification: Verification }) {
  return (
    <>
      {State === 'Processing' ? <HowFar {...progress} /> : null}
      {Error === null ? null : <small className={adminCss.adminError}>{Error}</small>}
      {State === 'Complete' && Result === null ? <small>{t.forgotten}</small> : null}
      {Result === null ? null : <Found found={Result} />}
    </>
  );
}

function StateMark({ verification: { State, Result } }: { verification: Verification }) {
  const state = Result === null ? State : Result.Broken > 0 ? 'Broken' : 'Good';
  const isLoud = state === 'Broken' || state === 'Failed';
  return (
    <span className={isLoud ? `${sharingCss.mark} ${sharingCss.isLoud}` : sharingCss.mark}>{t.states[state]}</span>
  );
}

function HowFar({ Seals, OfSeals }: Verification['Progress']) {
  const text = t.progress(Seals, OfSeals);
  return (
    <>
      <small>{text}</small>
      <Progress aria-label={text} value={OfSeals === 0 ? 0 : (100 * Seals) / OfSeals} mt={6} />
    </>
  );
}

function Found({ found }: { found: Verified }) {
  const { Seals, SealedRows, Broken, Findings, UnsealedRows, LastSeal, Heads = [] } = found;
  return (
    <>
      <small className={Broken > 0 ? adminCss.adminError : undefined}>
        {Broken > 0 ? t.broken(Broken) : t.good(Seals, SealedRows)} {t.unsealed(UnsealedRows)}
      </small>
      {Broken > 0 ? (
        <details>
          <summary>{t.findings}</summary>
          <ul className={auditCss.auditFindings}>
            {Findings.map(({ SealNumber, AfterId, ThroughId, Problem }) => (
              <li key={`${SealNumber} ${Problem}`}>{t.finding(SealNumber, AfterId + 1, ThroughId, Problem)}</li>
            ))}
            {Broken > Findings.length ? <li>{t.more(Broken - Findings.length)}</li> : null}
          </ul>
        </details>
      ) : null}
      {Heads.map(({ Place, Number, Since }) => (
        <small key={Place}>{t.kept(Place, Number, formatDate(Since.At), Since.IsAccepted)}</small>
      ))}
      {LastSeal === null ? null : (
        <small>
          {t.last} <code>{`${LastSeal.Number}:${LastSeal.Seal}`}</code>
        </small>
      )}
    </>
  );
}
