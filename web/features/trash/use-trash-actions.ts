import { useQueryClient } from '@tanstack/react-query';
import type { DeploymentTrashItem, TrashItem } from '../../api/answers.ts';
import { purge, restore } from '../../api/library.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { isConflict, describeFailure } from '../library/actions/run-all.ts';
import { refreshLists } from '../library/actions/use-actions.ts';
import { showNotice } from '../shell/notice-list.ts';

/** The items in trash. */
export type Trashed = { kind: 'library' | 'folder' | 'document'; id: number; name: string };

export function trashedOf({ ItemName: name, Embedded }: TrashItem | DeploymentTrashItem): Trashed {
  const { Document, Folder, Library } = Embedded;
  if (Document !== null) return { kind: 'document', id: Document.DocumentId, name };
  if (Folder !== null) return { kind: 'folder', id: Folder.FolderId, name };
  return { kind: 'library', id: Library.LibraryId, name };
}

/** Restores and permanent deletions. `onHomeless` is called when the original folder no longer exists. */
export function useTrashActions(onHomeless: () => void) {
  const queries = useQueryClient();
  const notify = (text: string, kind: 'done' | 'failed' = 'done') => {
    void refreshLists(queries);
    showNotice({ kind, text });
  };
  const what = ({ name }: Trashed) => libraryMessages.what([name]);
  return {
    restore: (item: Trashed, into?: number) =>
      restore(item, into).then(
        () => notify(libraryMessages.done.restored(what(item))),
        (error: Error) => {
          if (into !== undefined || !isConflict(error)) return notify(describeFailure(error), 'failed');
          notify(libraryMessages.trash.gone, 'failed');
          onHomeless();
        },
      ),
    purge: (item: Trashed) =>
      purge(item).then(
        () => notify(libraryMessages.done.purged(what(item))),
        (error: Error) => notify(describeFailure(error), 'failed'),
      ),
  };
}
