import { Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Previewable } from '../../api/documents.ts';
import { type SharedDocument, getDocument, isFull, previewableOf } from '../../api/visits.ts';
import { UploadTray } from '../uploads/upload-tray.tsx';
import { useUploads } from '../uploads/use-uploads.ts';
import { FailedMessage } from '../visits/states.tsx';
import { Intro } from '../visits/intro.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { WithComments } from './comments-card.tsx';
import { DownloadDocument } from './download-document.tsx';
import { NewVersion } from './new-version.tsx';
import { Viewer } from '../viewer/viewer.tsx';
import css from '../../ui/page.module.css';

/** A shared document with its actions and its preview. */
export function DocumentPage({ shared }: { shared: SharedDocument }) {
  const { link, visit } = useVisit();
  const { uploads, list } = useUploads();
  const { data, error, refetch } = useQuery({
    queryKey: ['document', link.reference, shared.DocumentId],
    queryFn: () => getDocument(link, shared.DocumentId),
  });
  return (
    <Stack gap="lg">
      <Intro visit={visit} name={data?.DocumentName ?? shared.Name}>
        <Group>
          {visit.Allow.Download ? <DownloadDocument document={data ?? shared} /> : null}
          {visit.Allow.Edit && !isFull(visit) ? (
            <NewVersion document={shared} uploads={uploads} isMain={!visit.Allow.Download} />
          ) : null}
        </Group>
      </Intro>
      <UploadTray uploads={uploads} list={list} />
      {data !== undefined ? (
        <Content document={previewableOf(link, data, { visit })} />
      ) : error !== null ? (
        <FailedMessage error={error} retry={() => void refetch()} />
      ) : null}
    </Stack>
  );
}

function Content({ document }: { document: Previewable }) {
  return (
    <WithComments document={document}>
      <div className={css.card}>
        <Viewer key={`${document.documentId} ${document.changedAt}`} document={document} />
      </div>
    </WithComments>
  );
}
