/** The report of a library or document, for everyone who can read it. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Place } from '../../api/answers.ts';
import { documentQuery } from '../../queries.ts';
import type { ReportSubject } from '../../api/reports.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { reportMessages } from '../../messages/en/reports.ts';
import { Crumbs } from '../library/tree/crumbs.tsx';
import { InPlace } from '../library/place-pages.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportHistory } from './report-history.tsx';
import { ReportJob } from './report-job.tsx';
import css from '../library/library.module.css';

/** The activity of a library. */
export function LibraryReportPage() {
  const { id = '' } = useParams({ strict: false });
  const libraryId = Number(id);
  return (
    <InPlace of={{ kind: 'library', id: libraryId }}>
      {(place) => {
        const name = place.IsPrivate ? libraryMessages.libraries.mine : (place.LibraryName ?? '');
        return <PlaceReport place={place} name={name} subject={{ kind: 'library', libraryId }} />;
      }}
    </InPlace>
  );
}

/** The activity of a document. */
export function DocumentReportPage() {
  const { id = '' } = useParams({ strict: false });
  const documentId = Number(id);
  const { data } = useQuery(documentQuery(documentId));
  return (
    <InPlace of={{ kind: 'document', id: documentId }}>
      {(place) => (
        <PlaceReport place={place} name={data?.DocumentName ?? ''} subject={{ kind: 'document', documentId }} />
      )}
    </InPlace>
  );
}

function PlaceReport({ place, name, subject }: { place: Place; name: string; subject: ReportSubject }) {
  return (
    <>
      <div className={css.placeCrumbs}>
        <Crumbs place={place} end={libraryMessages.report} />
      </div>
      <ShellPage title={reportMessages.titleOf(name)} text={reportMessages.explained[subject.kind]}>
        <ReportForm kind={subject.kind} subject={subject} />
        <ReportJob />
        <ReportHistory />
      </ShellPage>
    </>
  );
}
