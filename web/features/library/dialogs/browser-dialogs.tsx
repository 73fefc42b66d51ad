import { useQueryClient } from '@tanstack/react-query';
import { createFolder } from '../../../api/library.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { TaskDialog } from '../../own-tasks/task-dialog.tsx';
import { PermissionsDialog } from '../../permissions/permissions-dialog.tsx';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import { showNotice } from '../../shell/notice-list.ts';
import type { PickedFile } from '../../uploads/upload.ts';
import { type BrowserDialog, useBrowsing } from '../browser-context.ts';
import { canDo } from '../item/library-item.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { refreshLists } from '../actions/use-actions.ts';
import { useOwnUploads } from '../uploads/use-own-uploads.ts';

const t = libraryMessages.name;

type DialogProps<Kind> = { question: Extract<BrowserDialog, { kind: Kind }>; onClose: () => void };

/** The open dialog of the browser. */
export function BrowserDialogs({ question, onClose }: { question: BrowserDialog; onClose: () => void }) {
  if (question.kind === 'newFolder') return <NewFolder onClose={onClose} />;
  if (question.kind === 'dropped') return <Dropped question={question} onClose={onClose} />;
  if (question.kind === 'rename') return <Rename question={question} onClose={onClose} />;
  if (question.kind === 'share') return <Share question={question} onClose={onClose} />;
  if (question.kind === 'approve') return <TaskDialog document={question.entry} onClose={onClose} />;
  if (question.kind === 'permissions') return <PermissionsDialog object={question.object} onClose={onClose} />;
  return <Transfer question={question} onClose={onClose} />;
}

function NewFolder({ onClose }: { onClose: () => void }) {
  const { container } = useBrowsing();
  const queries = useQueryClient();
  const create = async (name: string) => {
    const { FolderName } = await createFolder(container, name);
    refreshLists(queries);
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

// Documents must be in a folder. Files that are dropped on a library go into a new folder; a dropped folder keeps its name.
function Dropped({ question: { picked }, onClose }: DialogProps<'dropped'>) {
  const { container, name: library } = useBrowsing();
  const queries = useQueryClient();
  const { uploads } = useOwnUploads();
  const root = commonRoot(picked);
  const create = async (name: string) => {
    const { FolderId } = await createFolder(container, name);
    refreshLists(queries);
    const inside = picked.map((pick) => ({
      ...pick,
      path: root === null ? pick.path : pick.path.slice(root.length + 1),
    }));
    void uploads.add({ kind: 'folder', folderId: FolderId }, inside);
  };
  return (
    <NameDialog
      title={libraryMessages.dropped.title(picked.length)}
      text={libraryMessages.dropped.text(library)}
      label={t.folder}
      submit={libraryMessages.dropped.submit}
      initial={root ?? ''}
      takesInitial
      taken={t.taken}
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
  const { actions } = useBrowsing();
  return (
    <NameDialog
      title={t.rename(entry.name)}
      label={t.label}
      submit={t.submit}
      initial={entry.name}
      taken={entry.kind === 'folder' ? t.taken : t.takenDocument}
      onSubmit={(name) => actions.rename(entry, name)}
      onClose={onClose}
    />
  );
}

function Share({ question: { entry }, onClose }: DialogProps<'share'>) {
  const { place } = useBrowsing();
  return (
    <ShareDialog item={{ ...entry, canShareWritable: canDo(place, [entry], 'ShareWritable') }} onClose={onClose} />
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
