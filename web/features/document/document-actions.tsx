import { Button } from '@mantine/core';
import { IconShare3, IconRubberStamp, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { Abilities } from '../../api/answers.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { TaskDialog } from '../own-tasks/task-dialog.tsx';
import { PermissionsDialog } from '../permissions/permissions-dialog.tsx';
import { ShareDialog } from '../sharing/share-dialog.tsx';

const look = { size: 'sm', variant: 'default' } as const;

type Props = { document: { id: number; name: string }; abilities: Abilities };

/** The share, approval and permission buttons of a document. */
export function DocumentActions({ document, abilities }: Props) {
  const [asked, ask] = useState<'share' | 'approve' | 'permissions' | null>(null);
  const close = () => ask(null);
  return (
    <>
      {abilities.Share ? (
        <Button {...look} leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => ask('share')}>
          {sharingMessages.action}
        </Button>
      ) : null}
      {abilities.AssignTask ? (
        <Button {...look} leftSection={<IconRubberStamp size={18} aria-hidden />} onClick={() => ask('approve')}>
          {taskMessages.action}
        </Button>
      ) : null}
      {abilities.ManagePermissions ? (
        <Button {...look} leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => ask('permissions')}>
          {permissionMessages.action}
        </Button>
      ) : null}
      {asked === 'share' ? (
        <ShareDialog
          item={{ ...document, kind: 'document', canShareWritable: abilities.ShareWritable }}
          onClose={close}
        />
      ) : null}
      {asked === 'approve' ? <TaskDialog document={document} onClose={close} /> : null}
      {asked === 'permissions' ? (
        <PermissionsDialog object={{ ...document, kind: 'document' }} onClose={close} />
      ) : null}
    </>
  );
}
