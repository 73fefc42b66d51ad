import { Button, CloseButton } from '@mantine/core';
import {
  IconCopy,
  IconDownload,
  IconFolderSymlink,
  IconPencil,
  IconShare3,
  IconRubberStamp,
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
import { NOTHING } from './selection.ts';

const said = libraryTexts.actions;
const look = { size: 'sm', variant: 'default' } as const;
const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** What one can do with the rows that are chosen. */
export function SelectionBar() {
  const { place, name, selection, ask, actions } = useBrowsing();
  const entries = [...selection.chosen.values()];
  const { download, canRename, canMove, canCopy, canRemove } = offersFor(place, entries, name);
  const [first] = entries;
  const canAsk = canRename && first !== undefined;
  return (
    <div className="browser-actions is-compact" role="group" aria-label={libraryTexts.selected(entries.length)}>
      <Count count={entries.length} />
      {download === null ? null : <Download url={download} />}
      <SharingWays entries={entries} />
      {canMove ? (
        <Way label={said.move} Icon={IconFolderSymlink} onClick={() => ask({ kind: 'move', entries })} />
      ) : null}
      {canCopy ? <Way label={said.copy} Icon={IconCopy} onClick={() => ask({ kind: 'copy', entries })} /> : null}
      {canAsk ? (
        <Way label={said.rename} Icon={IconPencil} onClick={() => ask({ kind: 'rename', entry: first })} />
      ) : null}
      {canRemove ? <Way label={said.remove} Icon={IconTrash} onClick={() => void actions.remove(entries)} /> : null}
    </div>
  );
}

function SharingWays({ entries }: { entries: Entry[] }) {
  const { place, name, ask } = useBrowsing();
  const { canShare, canAskApproval, canGovern } = offersFor(place, entries, name);
  const [entry] = entries;
  if (entry === undefined) return null;
  return (
    <>
      {canShare ? (
        <Way label={sharingTexts.action} Icon={IconShare3} onClick={() => ask({ kind: 'share', entry })} />
      ) : null}
      {canAskApproval ? (
        <Way label={taskTexts.action} Icon={IconRubberStamp} onClick={() => ask({ kind: 'approve', entry })} />
      ) : null}
      {canGovern ? (
        <Way
          label={permissionTexts.action}
          Icon={IconShieldLock}
          onClick={() => ask({ kind: 'permissions', object: entry })}
        />
      ) : null}
    </>
  );
}

function Download({ url }: { url: string }) {
  return (
    <Button
      {...look}
      component="a"
      href={url}
      download
      aria-label={said.download}
      title={said.download}
      leftSection={<IconDownload {...icon} />}
    >
      {said.download}
    </Button>
  );
}

// On small screens the label is not shown.
function Way({ label, Icon, onClick }: { label: string; Icon: typeof IconCopy; onClick: () => void }) {
  return (
    <Button {...look} aria-label={label} title={label} leftSection={<Icon {...icon} />} onClick={onClick}>
      {label}
    </Button>
  );
}

function Count({ count }: { count: number }) {
  const { select } = useBrowsing();
  return (
    <span className="selected-count" aria-live="polite">
      <CloseButton aria-label={libraryTexts.clearSelection} onClick={() => select(NOTHING)} />
      {libraryTexts.selected(count)}
    </span>
  );
}
