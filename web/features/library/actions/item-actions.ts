/** The actions for selected rows, used by the row menu and by the bar above the list. */
import {
  IconCopy,
  IconFolderSymlink,
  IconFolderUp,
  IconPencil,
  IconRubberStamp,
  IconShare3,
  IconTag,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { homeMessages } from '../../../messages/en/home.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { sharingMessages } from '../../../messages/en/sharing.ts';
import { tagMessages } from '../../../messages/en/tags.ts';
import { taskMessages } from '../../../messages/en/tasks.ts';
import { isStarredIn, useStar } from '../../stars/use-star.ts';
import { useBrowsing } from '../browser-context.ts';
import type { LibraryItem } from '../item/library-item.ts';
import { offeredFor } from './abilities.ts';

/** The icon style in both places. */
export const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export type ItemAction = { label: string; Icon: typeof IconCopy; go: () => void };

/** The download URL of the rows, as an archive if needed, and their actions. */
export function useItemActions(
  entries: LibraryItem[],
  archive: string,
): { download: string | null; ways: ItemAction[] } {
  const { place, ask, actions } = useBrowsing();
  const star = useStar();
  const offered = offeredFor(place, entries, archive);
  const isStarred = entries.every((each) => isStarredIn(place, each));
  const [entry] = entries;
  if (entry === undefined) return { download: null, ways: [] };
  const t = libraryMessages.actions;
  const all: (ItemAction & { isAllowed: boolean })[] = [
    action(offered.canShare, sharingMessages.action, IconShare3, () => ask({ kind: 'share', object: entry })),
    action(offered.canRequestFiles, sharingMessages.request, IconFolderUp, () =>
      ask({ kind: 'share', object: entry, isRequest: true }),
    ),
    action(offered.canRequestApproval, taskMessages.action, IconRubberStamp, () => ask({ kind: 'approve', entry })),
    action(offered.canTag, tagMessages.action, IconTag, () => ask({ kind: 'tags', entries })),
    action(offered.canRename, t.rename, IconPencil, () => ask({ kind: 'rename', entry })),
    action(offered.canMove, t.move, IconFolderSymlink, () => ask({ kind: 'move', entries })),
    action(offered.canCopy, t.copy, IconCopy, () => ask({ kind: 'copy', entries })),
    action(
      true,
      isStarred ? homeMessages.starred.unstar : homeMessages.starred.star,
      isStarred ? IconStarOff : IconStar,
      () => void star(entries, !isStarred),
    ),
    action(offered.canDelete, t.remove, IconTrash, () => void actions.remove(entries)),
  ];
  return { download: offered.download, ways: all.filter(({ isAllowed }) => isAllowed) };
}

function action(isAllowed: boolean, label: string, Icon: ItemAction['Icon'], go: () => void) {
  return { isAllowed, label, Icon, go };
}
