import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconFolder } from '@tabler/icons-react';
import { type VisitFolder, isFull } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { FailedMessage } from '../visits/states.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { DocumentTile } from './document-tile.tsx';
import { HereLink } from './here-link.tsx';
import type { FolderQuery } from './use-folder.ts';
import css from '../../ui/page.module.css';

/** The folders and documents of a folder, or the reason why nothing is shown. */
export function FolderContents({ listing, folderId }: { listing: FolderQuery; folderId: number }) {
  const { folders, documents, isLoading, error, retry, next } = listing;
  if (error !== null) return <FailedMessage error={error} retry={retry} />;
  if (isLoading) return <Loading />;
  if (folders.length + documents.length === 0) return <Empty />;
  return (
    <Stack gap="lg">
      {folders.length === 0 ? null : <Folders folders={folders} />}
      {documents.length === 0 ? null : (
        <section aria-label={messages.contents.files}>
          <ul className={css.tiles}>
            {documents.map((document) => (
              <DocumentTile key={document.DocumentId} document={document} folderId={folderId} />
            ))}
          </ul>
        </section>
      )}
      <MoreButton next={next} style={{ alignSelf: 'center' }} />
    </Stack>
  );
}

function Folders({ folders }: { folders: VisitFolder[] }) {
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {messages.contents.folders}
      </Title>
      <ul className={css.folders}>
        {folders.map(({ FolderId, FolderName, DocumentCount }) => (
          <li key={FolderId}>
            <HereLink place={{ folder: FolderId }} className={css.folderRow}>
              <IconFolder size={22} aria-hidden />
              <span>
                {FolderName}
                {DocumentCount === undefined ? null : (
                  <Text component="span" display="block" size="sm" c="dimmed">
                    {messages.contents.documents(DocumentCount)}
                  </Text>
                )}
              </span>
            </HereLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Empty() {
  const { visit } = useVisit();
  const { Upload, View, Download } = visit.Allow;
  const { empty, emptyUpload, onlyUpload, full } = messages.contents;
  const seesDocuments = View || Download;
  const canUpload = Upload && !isFull(visit);
  const without = seesDocuments ? emptyUpload : onlyUpload;
  return (
    <Text c="dimmed" ta="center" py="xl">
      {canUpload ? without : Upload && !seesDocuments ? full : empty}
    </Text>
  );
}

function Loading() {
  return (
    <div className={css.tiles} role="status" aria-label={messages.visit.loading}>
      {Array.from({ length: 6 }, (_, index) => (
        <Skeleton key={index} height={200} radius="md" />
      ))}
    </div>
  );
}
