import { Title } from '@mantine/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { Document, Place } from '../../api/answers.ts';
import { type PreviewKind, previewableOf } from '../../api/documents.ts';
import { documentQuery, revisionsQuery, tagsQuery } from '../../queries.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { formatSize } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import { Crumbs } from '../library/tree/crumbs.tsx';
import { InPlace, Waiting } from '../library/place-pages.tsx';
import { PageTitle } from '../shell/shell-page.tsx';
import { StarButton } from '../stars/star-button.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { DocumentComments } from '../comments/document-comments.tsx';
import { AccessSection } from './access-section.tsx';
import { Activity } from './activity.tsx';
import { DocumentTasks } from './document-tasks.tsx';
import { OwnLinks } from './own-links.tsx';
import { DocumentActions } from './document-actions.tsx';
import { tagTypesOf } from '../tags/tag-types-of.ts';
import { Tags } from './tags.tsx';
import { Versions } from './versions.tsx';
import documentCss from './document.module.css';
import shellCss from '../shell/shell.module.css';

const t = libraryMessages.document;

/** A document: its preview, its details and its versions. */
export function DocumentPage() {
  const { id = '' } = useParams({ strict: false });
  const key = { kind: 'document', id: Number(id) } as const;
  return <InPlace of={key}>{(place) => <Details key={id} documentId={key.id} place={place} />}</InPlace>;
}

function Details({ documentId, place }: { documentId: number; place: Place }) {
  const { data, error, refetch } = useQuery(documentQuery(documentId));
  // These requests decide the height of the sections. Rendering before they finish would move the content.
  const isWhole = useQueries({
    queries: [...tagTypesOf(place), tagsQuery(documentId), revisionsQuery(documentId)],
    combine: (answers) => answers.every(({ isFetched }) => isFetched),
  });
  // Sections further down are rendered after the visible part.
  const isAllShown = useDeferredValue(isWhole, false);
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  if (data === undefined || !isWhole) return <Waiting />;
  const { Abilities } = place;
  const { DocumentName: name } = data;
  return (
    <div className={`${shellCss.shellPage} ${documentCss.document}`}>
      <PageTitle title={name} />
      <Crumbs place={place} end={name} />
      <div className={documentCss.documentHead}>
        <div className={documentCss.documentName}>
          <Title order={1} size="h3">
            {name}
          </Title>
          <StarButton item={{ kind: 'document', id: documentId, name }} isStarred={place.IsStarred} />
        </div>
        <DocumentActions document={{ id: documentId, name }} abilities={Abilities} />
      </div>
      <div className={documentCss.documentParts}>
        <Look document={data} kind={place.CanPreview} />
        <div>
          <Facts document={data} />
          <Tags documentId={documentId} place={place} />
          <Versions documentId={documentId} canRestore={Abilities.RestoreRevision} />
          {isAllShown ? <Around documentId={documentId} showsAccess={Abilities.ManagePermissions} /> : null}
        </div>
      </div>
    </div>
  );
}

function Around({ documentId, showsAccess }: { documentId: number; showsAccess: boolean }) {
  return (
    <>
      <DocumentComments documentId={documentId} />
      {showsAccess ? <AccessSection documentId={documentId} /> : null}
      <OwnLinks documentId={documentId} />
      <DocumentTasks documentId={documentId} />
      <Activity documentId={documentId} />
    </>
  );
}

/** Classes of the kinds that are usually wider than high. */
const SHAPES: Record<string, string | undefined> = { image: documentCss.isImage, video: documentCss.isVideo };

// Space is reserved before the preview loads.
function Look({ document, kind }: { document: Document; kind: PreviewKind | null }) {
  return (
    <div
      className={
        kind === 'audio'
          ? documentCss.documentLook
          : `${documentCss.documentLook} ${documentCss.hasRoom} ${SHAPES[kind ?? ''] ?? ''}`
      }
    >
      <Viewer document={previewableOf(document, kind)} />
    </div>
  );
}

function Facts({ document: { DocumentSize, DateModified, Hash } }: { document: Document }) {
  return (
    <dl className={documentCss.facts}>
      <dt>{t.size}</dt>
      <dd>{formatSize(DocumentSize)}</dd>
      <dt>{t.changed}</dt>
      <dd>
        <RelativeTime iso={DateModified} />
      </dd>
      <dt>{t.hash}</dt>
      <dd className={documentCss.hash}>{Hash}</dd>
    </dl>
  );
}
