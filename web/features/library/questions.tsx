import { useQueryClient } from '@tanstack/react-query';
import { createFolder } from '../../api/library.ts';
import { libraryTexts } from '../../texts/en/library.ts';
import { TaskDialog } from '../own-tasks/task-dialog.tsx';
import { PermissionsDialog } from '../permissions/permissions-dialog.tsx';
import { ShareDialog } from '../sharing/share-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { type Question, useBrowsing } from './browser-context.ts';
import { mayAll } from './entry.ts';
import { NameDialog } from './name-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { refreshLists } from './use-actions.ts';

const said = libraryTexts.name;

type Asked<Kind> = { question: Extract<Question, { kind: Kind }>; onClose: () => void };

/** The dialog for what the browser wants to know. */
export function Questions({ question, onClose }: { question: Question; onClose: () => void }) {
  if (question.kind === 'newFolder') return <NewFolder onClose={onClose} />;
  if (question.kind === 'rename') return <Rename question={question} onClose={onClose} />;
  if (question.kind === 'share') return <Share question={question} onClose={onClose} />;
  if (question.kind === 'approve') return <TaskDialog document={question.entry} onClose={onClose} />;
  if (question.kind === 'permissions') return <PermissionsDialog object={question.object} onClose={onClose} />;
  return <Carry question={question} onClose={onClose} />;
}

function NewFolder({ onClose }: { onClose: () => void }) {
  const { container } = useBrowsing();
  const queries = useQueryClient();
  const create = async (name: string) => {
    const { FolderName } = await createFolder(container, name);
    refreshLists(queries);
    showNotice({ kind: 'done', text: libraryTexts.done.created(FolderName) });
  };
  return (
    <NameDialog
      title={said.newFolder}
      label={said.folder}
      submit={said.create}
      taken={said.taken}
      onSubmit={create}
      onClose={onClose}
    />
  );
}

function Rename({ question: { entry }, onClose }: Asked<'rename'>) {
  const { actions } = useBrowsing();
  return (
    <NameDialog
      title={said.rename(entry.name)}
      label={said.label}
      submit={said.submit}
      initial={entry.name}
      taken={entry.kind === 'folder' ? said.taken : said.takenDocument}
      onSubmit={(name) => actions.rename(entry, name)}
      onClose={onClose}
    />
  );
}

function Share({ question: { entry }, onClose }: Asked<'share'>) {
  const { place } = useBrowsing();
  return <ShareDialog item={{ ...entry, canWrite: mayAll(place, [entry], 'Write') }} onClose={onClose} />;
}

function Carry({ question: { kind, entries }, onClose }: Asked<'move' | 'copy'>) {
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
