/** What one can do with rows of a list: the same in the menu of a row and above the list. */
import {
  IconCopy,
  IconFolderSymlink,
  IconPencil,
  IconRubberStamp,
  IconShare3,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react';
import { libraryTexts } from '../../texts/en/library.ts';
import { permissionTexts } from '../../texts/en/permissions.ts';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { taskTexts } from '../../texts/en/tasks.ts';
import { useBrowsing } from './browser-context.ts';
import type { Entry } from './entry.ts';
import { offersFor } from './offers.ts';

/** How its icon looks in both places. */
export const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export type Way = { label: string; Icon: typeof IconCopy; go: () => void };

/** An address to download the rows from, as an archive of that name if need be, and what else can be done with them. */
export function useWays(entries: Entry[], archive: string): { download: string | null; ways: Way[] } {
  const { place, ask, actions } = useBrowsing();
  const offers = offersFor(place, entries, archive);
  const [entry] = entries;
  if (entry === undefined) return { download: null, ways: [] };
  const said = libraryTexts.actions;
  const all: (Way & { isOffered: boolean })[] = [
    offer(offers.canShare, sharingTexts.action, IconShare3, () => ask({ kind: 'share', entry })),
    offer(offers.canAskApproval, taskTexts.action, IconRubberStamp, () => ask({ kind: 'approve', entry })),
    offer(offers.canGovern, permissionTexts.action, IconShieldLock, () => ask({ kind: 'permissions', object: entry })),
    offer(offers.canRename, said.rename, IconPencil, () => ask({ kind: 'rename', entry })),
    offer(offers.canMove, said.move, IconFolderSymlink, () => ask({ kind: 'move', entries })),
    offer(true, said.copy, IconCopy, () => ask({ kind: 'copy', entries })),
    offer(offers.canRemove, said.remove, IconTrash, () => void actions.remove(entries)),
  ];
  return { download: offers.download, ways: all.filter(({ isOffered }) => isOffered) };
}

function offer(isOffered: boolean, label: string, Icon: Way['Icon'], go: () => void) {
  return { isOffered, label, Icon, go };
}
