import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { SharedFolder } from '../../api/visits.ts';
import { Intro } from '../visits/intro.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { DocumentInFolder } from './document-in-folder.tsx';
import { DownloadAll } from './download-all.tsx';
import { FolderContents } from './folder-contents.tsx';
import { Trail } from './trail.tsx';
import { useFolder } from './use-folder.ts';

/** A shared folder: what it is, and what is in the folder of it that the address names. */
export function FolderPage({ shared }: { shared: SharedFolder }) {
  const { visit } = useVisit();
  const { folder, document } = useSearch({ strict: false });
  const folderId = Number(folder ?? shared.FolderId);
  const listing = useFolder(folderId);
  if (document !== undefined) {
    return <DocumentInFolder documentId={Number(document)} folderId={folderId} shared={shared} listing={listing} />;
  }
  return (
    <Stack gap="lg">
      <Intro visit={visit} name={shared.Name}>
        {visit.Allow.Download ? <DownloadAll folderId={shared.FolderId} /> : null}
      </Intro>
      <Trail path={listing.path} shared={shared} />
      <FolderContents listing={listing} folderId={folderId} />
    </Stack>
  );
}
