import { Button, Skeleton, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Document, Place } from '../../api/answers.ts';
import { previewOf } from '../../api/documents.ts';
import { contentUrl, getDocument, thumbnailUrl } from '../../api/library.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { printSize } from '../../ui/format.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Preview } from '../contents/preview.tsx';
import { Crumbs } from '../library/crumbs.tsx';
import { InPlace } from '../library/place-pages.tsx';
import { useOwnUploads } from '../library/use-own-uploads.ts';
import { PageTitle } from '../shell/shell-page.tsx';
import { AddFiles } from '../uploads/add-files.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { AccessSection } from './access-section.tsx';
import { Activity } from './activity.tsx';
import { DocumentTasks } from './document-tasks.tsx';
import { OwnLinks } from './own-links.tsx';
import { ShareWays } from './share-ways.tsx';
import { Tags } from './tags.tsx';
import { Versions } from './versions.tsx';
import '../library/library.css';
import './document.css';

const said = libraryTexts.document;

/** A document: what it looks like, what it is, and its versions. */
export function DocumentPage() {
  const { id = '' } = useParams({ strict: false });
  const key = { kind: 'document', id: Number(id) } as const;
  return <InPlace of={key}>{(place) => <Details key={id} documentId={key.id} place={place} />}</InPlace>;
}

function Details({ documentId, place }: { documentId: number; place: Place }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['document', documentId],
    queryFn: () => getDocument(documentId),
  });
  if (data === undefined && error !== null) return <FailedMessage error={error} retry={() => void refetch()} />;
  if (data === undefined) return <Skeleton height={320} m="lg" />;
  const mayWrite = place.Rights.includes('Write');
  const { DocumentName: name } = data;
  return (
    <div className="shell-page document">
      <PageTitle title={name} />
      <Crumbs place={place} end={name} />
      <div className="document-head">
        <Title order={1} size="h3">
          {name}
        </Title>
        <Ways documentId={documentId} mayWrite={mayWrite}>
          {place.Rights.includes('Grant') ? (
            <ShareWays document={{ id: documentId, name }} canWrite={mayWrite} />
          ) : null}
        </Ways>
      </div>
      <div className="document-parts">
        <Look document={data} />
        <div>
          <Facts document={data} />
          <Tags documentId={documentId} place={place} mayWrite={mayWrite} />
          <Versions documentId={documentId} mayWrite={mayWrite} />
          {place.Rights.includes('Grant') ? <AccessSection documentId={documentId} /> : null}
          <OwnLinks documentId={documentId} />
          <DocumentTasks documentId={documentId} />
          <Activity documentId={documentId} />
        </div>
      </div>
    </div>
  );
}

// Until it is known what a browser can show of it, and where it cannot be asked: the server's picture.
function Look({ document }: { document: Document }) {
  const { DocumentId, DocumentName, Hash } = document;
  const { data, error } = useQuery({
    queryKey: ['document', DocumentId, 'preview', Hash],
    queryFn: () => previewOf(document),
  });
  if (data === undefined && error === null) return <Skeleton height={320} />;
  return (
    <div className="document-look">
      {data === undefined ? (
        <img className="preview-picture" src={thumbnailUrl(DocumentId, 1024)} alt={said.picture(DocumentName)} />
      ) : (
        <Preview document={data} />
      )}
    </div>
  );
}

type WaysProps = { documentId: number; mayWrite: boolean; children: ReactNode };

function Ways({ documentId, mayWrite, children }: WaysProps) {
  const { uploads } = useOwnUploads();
  return (
    <div className="browser-actions">
      <Button component="a" href={contentUrl(documentId)} download leftSection={<IconDownload size={18} aria-hidden />}>
        {libraryTexts.actions.download}
      </Button>
      {mayWrite ? (
        <AddFiles
          kind="file"
          size="sm"
          variant="default"
          label={said.newVersion}
          onPick={(picked) => void uploads.add({ kind: 'revision', documentId }, picked)}
        />
      ) : null}
      {children}
    </div>
  );
}

function Facts({ document: { DocumentSize, DateModified, Hash } }: { document: Document }) {
  return (
    <dl className="facts">
      <dt>{said.size}</dt>
      <dd>{printSize(DocumentSize)}</dd>
      <dt>{said.changed}</dt>
      <dd>
        <RelativeTime iso={DateModified} />
      </dd>
      <dt>{said.hash}</dt>
      <dd className="hash">{Hash}</dd>
    </dl>
  );
}
