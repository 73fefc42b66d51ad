import { Button, Menu } from '@mantine/core';
import { IconDownload, IconRubberStamp, IconShare3, IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import type { Abilities } from '../../api/answers.ts';
import { contentUrl } from '../../api/library.ts';
import { libraryMessages } from '../../messages/en/library.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { MoreMenu } from '../../ui/menus/more-menu.tsx';
import { useIsPhone } from '../../ui/menus/use-is-phone.ts';
import { useOwnUploads } from '../library/uploads/use-own-uploads.ts';
import { TaskDialog } from '../own-tasks/task-dialog.tsx';
import { ShareDialog } from '../sharing/share-dialog.tsx';
import { FileInput } from '../uploads/add-files.tsx';
import libraryCss from '../library/library.module.css';

type Props = { document: { id: number; name: string }; abilities: Abilities };

const icon = { size: 18, 'aria-hidden': true } as const;

/** The download, share, approval and new version buttons of a document; a phone has all but the first in a menu. */
export function DocumentActions({ document, abilities }: Props) {
  const [asked, ask] = useState<'share' | 'approve' | null>(null);
  const close = () => ask(null);
  const ways = [
    { label: sharingMessages.action, Icon: IconShare3, go: () => ask('share') },
    ...(abilities.AssignTask ? [{ label: taskMessages.action, Icon: IconRubberStamp, go: () => ask('approve') }] : []),
  ];
  return (
    <div className={libraryCss.browserActions}>
      <Button component="a" href={contentUrl(document.id)} download leftSection={<IconDownload {...icon} />}>
        {libraryMessages.actions.download}
      </Button>
      {abilities.AddRevision ? <WithNewVersion documentId={document.id} ways={ways} /> : <Others ways={ways} />}
      {asked === 'share' ? <ShareDialog object={{ ...document, kind: 'document' }} onClose={close} /> : null}
      {asked === 'approve' ? <TaskDialog document={document} onClose={close} /> : null}
    </div>
  );
}

// The field for the file stays on the page when the menu closes.
function WithNewVersion({ documentId, ways }: { documentId: number; ways: Way[] }) {
  const { uploads } = useOwnUploads();
  const label = libraryMessages.document.newVersion;
  return (
    <FileInput
      kind="file"
      label={label}
      onPick={(picked) => void uploads.add({ kind: 'revision', documentId }, picked)}
    >
      {(open) => <Others ways={[{ label, Icon: IconUpload, go: open }, ...ways]} />}
    </FileInput>
  );
}

type Way = { label: string; Icon: typeof IconUpload; go: () => void };

function Others({ ways }: { ways: Way[] }) {
  if (useIsPhone())
    return (
      <MoreMenu>
        {ways.map(({ label, Icon, go }) => (
          <Menu.Item key={label} leftSection={<Icon {...icon} />} onClick={go}>
            {label}
          </Menu.Item>
        ))}
      </MoreMenu>
    );
  return ways.map(({ label, Icon, go }) => (
    <Button key={label} size="sm" variant="default" leftSection={<Icon {...icon} />} onClick={go}>
      {label}
    </Button>
  ));
}
