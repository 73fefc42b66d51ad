import { Group, Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { Suspense, lazy, useCallback } from 'react';
import { type SharedFolder, isFull } from '../../api/visits.ts';
import { uploadMessages } from '../../messages/en/uploads.ts';
import { AddFiles } from '../uploads/add-files.tsx';
import { PageDrop } from '../uploads/drop-zone.tsx';
import { UploadTray } from '../uploads/upload-tray.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import { useUploads } from '../uploads/use-uploads.ts';
import { GuidedPage } from '../guided/guided-page.tsx';
import { SearchField } from '../link-search/search-field.tsx';
import { Intro } from '../visits/intro.tsx';
import { useVisit } from '../visits/visit-context.ts';
import { DocumentInFolder } from './document-in-folder.tsx';
import { DownloadAll } from './download-all.tsx';
import { FolderContents } from './folder-contents.tsx';
import { Trail } from './trail.tsx';
import { type FolderQuery, useFolder } from './use-folder.ts';
import css from '../../ui/page.module.css';

const LinkResults = lazy(async () => ({ default: (await import('../link-search/results.tsx')).LinkResults }));

/** A shared folder: the results of the search in the address, or the content of its subfolder. */
export function FolderPage({ shared }: { shared: SharedFolder }) {
  const { View, Download } = useVisit().visit.Allow;
  const { q, document } = useSearch({ strict: false });
  if (q === undefined || q.trim() === '' || document !== undefined || !(View || Download))
    return <Place shared={shared} />;
  return (
    <Suspense>
      <LinkResults q={q} shared={shared} />
    </Suspense>
  );
}

function Place({ shared }: { shared: SharedFolder }) {
  const { visit } = useVisit();
  const { folder, document } = useSearch({ strict: false });
  const folderId = Number(folder ?? shared.FolderId);
  const listing = useFolder(folderId);
  if (document !== undefined) {
    return <DocumentInFolder documentId={Number(document)} folderId={folderId} shared={shared} listing={listing} />;
  }
  if (visit.ShareType === 'Template' && folder === undefined && listing.folders.length > 0) {
    return <GuidedPage shared={shared} listing={listing} />;
  }
  return <OpenFolder shared={shared} folderId={folderId} listing={listing} />;
}

function OpenFolder({ shared, folderId, listing }: { shared: SharedFolder; folderId: number; listing: FolderQuery }) {
  const { visit } = useVisit();
  const { Download: mayDownload, View: mayView } = visit.Allow;
  const mayUpload = visit.Allow.Upload && !isFull(visit);
  const { uploads, list } = useUploads();
  const add = useCallback(
    (picked: PickedFile[]) => void uploads.add({ kind: 'folder', folderId }, picked),
    [uploads, folderId],
  );
  const name = listing.path.at(-1)?.FolderName ?? shared.Name;
  return (
    <Stack gap="lg">
      <Intro visit={visit} name={shared.Name}>
        <Group>
          {mayDownload ? <DownloadAll folderId={shared.FolderId} /> : null}
          {mayUpload ? <AddButtons isMain={!mayDownload} onPick={add} /> : null}
        </Group>
        {mayUpload ? (
          <Text size="sm" c="dimmed" className={css.withMouse}>
            {uploadMessages.hint}
          </Text>
        ) : null}
      </Intro>
      {mayUpload ? <PageDrop label={uploadMessages.dropHere(name)} onPick={add} /> : null}
      <UploadTray uploads={uploads} list={list} />
      {mayView || mayDownload ? <SearchField /> : null}
      <Trail path={listing.path} shared={shared} />
      <FolderContents listing={listing} folderId={folderId} />
    </Stack>
  );
}

function AddButtons({ isMain, onPick }: { isMain: boolean; onPick: (picked: PickedFile[]) => void }) {
  return (
    <>
      <AddFiles label={uploadMessages.addFiles} variant={isMain ? 'filled' : 'default'} onPick={onPick} />
      {/* Phones cannot select a folder. */}
      <span className={css.withMouse}>
        <AddFiles label={uploadMessages.addFolder} kind="folder" variant="default" onPick={onPick} />
      </span>
    </>
  );
}
