import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useState } from 'react';
import { createFolder } from '../../../api/library.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { TaskDialog } from '../../own-tasks/task-dialog.tsx';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import type { PickedFile } from '../../uploads/upload.ts';
import { type BrowserDialog, useBrowsing } from '../browser-context.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaceDialog } from './lazy-place-dialog.tsx';
import { refreshLists } from '../actions/outcome.ts';
import { useOwnUploads } from '../uploads/use-own-uploads.ts';

const TagTypesDialog = lazy(async () => ({
  default: (await import('../../tags/tag-types-dialog.tsx')).TagTypesDialog,
}));
const FolderTagsDialog = lazy(async () => ({
  default: (await import('../../tags/folder-tags-dialog.tsx')).FolderTagsDialog,
}));
const BulkTagsDialog = lazy(async () => ({
  default: (await import('../../tags/bulk-tags-dialog.tsx')).BulkTagsDialog,
}));

const t = libraryMessages.name;

type DialogProps<Kind> = { question: Extract<BrowserDialog, { kind: Kind }>; onClose: () => void };

/** The open dialog of the browser. */
export function BrowserDialogs({ question, onClose }: { question: BrowserDialog; onClose: () => void }) {
  if (question.kind === 'newFolder') return <NewFolder onClose={onClose} />;
  if (question.kind === 'dropped') return <Dropped question={question} onClose={onClose} />;
  if (question.kind === 'rename') return <Rename question={question} onClose={onClose} />;
  if (question.kind === 'share')
    return <ShareDialog object={question.object} isRequest={question.isRequest === true} onClose={onClose} />;
  if (question.kind === 'approve') return <TaskDialog document={question.entry} onClose={onClose} />;
  if (question.kind === 'tagTypes') return <TagTypes onClose={onClose} />;
  if (question.kind === 'tags') return <Tags question={question} onClose={onClose} />;
  return <Transfer question={question} onClose={onClose} />;
}

function NewFolder({ onClose }: { onClose: () => void }) {
  const { container } = useBrowsing();
  const queries = useQueryClient();
  const create = async (name: string) => {
    const { FolderName } = await createFolder(container, name);
    await refreshLists(queries);
    showNotice({ kind: 'done', text: libraryMessages.done.created(FolderName) });
  };
  return (
    <NameDialog
      title={t.newFolder}
      label={t.folder}
      submit={t.create}
      taken={t.taken}
      onSubmit={create}
      onClose={onClose}
    />
  );
}

// Documents must be in a folder. Files for a library go into a new folder or into one that the person chooses; a dropped folder
// keeps its name.
function Dropped({ question: { picked }, onClose }: DialogProps<'dropped'>) {
  const { place } = useBrowsing();
  const { uploads } = useOwnUploads();
  const [isNew, setNew] = useState(true);
  if (isNew) return <DroppedInNew picked={picked} onExisting={() => setNew(false)} onClose={onClose} />;
  return (
    <PlaceDialog
      purpose="upload"
      entries={picked.map(({ path }) => ({ kind: 'document', id: 0, name: path }))}
      from={place}
      onClose={onClose}
      onChoose={({ id }) => void uploads.add({ kind: 'folder', folderId: id }, picked)}
    />
  );
}

type DroppedProps = { picked: PickedFile[]; onExisting: () => void; onClose: () => void };

function DroppedInNew({ picked, onExisting, onClose }: DroppedProps) {
  const { container, name: library } = useBrowsing();
  const queries = useQueryClient();
  const { uploads } = useOwnUploads();
  const root = commonRoot(picked);
  const create = async (name: string) => {
    const { FolderId } = await createFolder(container, name);
    void refreshLists(queries);
    const inside = picked.map((pick) => ({
      ...pick,
      path: root === null ? pick.path : pick.path.slice(root.length + 1),
    }));
    void uploads.add({ kind: 'folder', folderId: FolderId }, inside);
  };
  const { dropped } = libraryMessages;
  return (
    <NameDialog
      title={dropped.title(picked.length)}
      text={dropped.text(library)}
      label={t.folder}
      submit={dropped.submit}
      initial={root ?? ''}
      takesInitial
      taken={t.taken}
      other={
        <Button variant="subtle" size="compact-sm" onClick={onExisting}>
          {dropped.existing}
        </Button>
      }
      onSubmit={create}
      onClose={onClose}
    />
  );
}

/** The common top-level folder, or null. */
function commonRoot(picked: PickedFile[]): string | null {
  const [root = '', ...others] = new Set(
    picked.map(({ path }) => (path.includes('/') ? (path.split('/')[0] ?? '') : '')),
  );
  return root === '' || others.length > 0 ? null : root;
}

function Rename({ question: { entry }, onClose }: DialogProps<'rename'>) {
  const { actions, container } = useBrowsing();
  return (
    <NameDialog
      title={t.rename(entry.name)}
      label={t.label}
      submit={t.submit}
      initial={entry.name}
      taken={t.taken}
      isFile={entry.kind === 'document'}
      onSubmit={(name) => actions.rename(entry, name, container)}
      onClose={onClose}
    />
  );
}

function TagTypes({ onClose }: { onClose: () => void }) {
  const { container, place, name } = useBrowsing();
  const { id } = container;
  return (
    <Suspense>
      {container.kind === 'library' ? (
        <TagTypesDialog library={{ id, name }} onClose={onClose} />
      ) : (
        <FolderTagsDialog folder={{ id, name }} libraryId={place.LibraryId} onClose={onClose} />
      )}
    </Suspense>
  );
}

function Tags({ question: { entries }, onClose }: DialogProps<'tags'>) {
  const { place, actions } = useBrowsing();
  return (
    <Suspense>
      <BulkTagsDialog
        place={place}
        documents={entries}
        onSet={(values) => void actions.tag(entries, values)}
        onClose={onClose}
      />
    </Suspense>
  );
}

function Transfer({ question: { kind, entries }, onClose }: DialogProps<'move' | 'copy'>) {
  const { container, place, actions } = useBrowsing();
  return (
    <PlaceDialog
      purpose={kind}
      entries={entries}
      from={place}
      onClose={onClose}
      onChoose={(target) => {
        void (kind === 'move' ? actions.move(entries, container, target) : actions.copy(entries, target));
      }}
    />
  );
}
