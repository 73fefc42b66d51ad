import { Button } from '@mantine/core';
import { IconShare3, IconRubberStamp, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { taskMessages } from '../../messages/en/tasks.ts';
import { TaskDialog } from '../own-tasks/task-dialog.tsx';
import { PermissionsDialog } from '../permissions/permissions-dialog.tsx';
import { ShareDialog } from '../sharing/share-dialog.tsx';

const look = { size: 'sm', variant: 'default' } as const;

type Props = { document: { id: number; name: string }; canWrite: boolean };

/** Share, approval and permission buttons of a document, for people who can grant. */
export function DocumentActions({ document, canWrite }: Props) {
  const [asked, ask] = useState<'share' | 'approve' | 'permissions' | null>(null);
  const close = () => ask(null);
  return (
    <>
      <Button {...look} leftSection={<IconShare3 size={18} aria-hidden />} onClick={() => ask('share')}>
        {sharingMessages.action}
      </Button>
      <Button {...look} leftSection={<IconRubberStamp size={18} aria-hidden />} onClick={() => ask('approve')}>
        {taskMessages.action}
      </Button>
      <Button {...look} leftSection={<IconShieldLock size={18} aria-hidden />} onClick={() => ask('permissions')}>
        {permissionMessages.action}
      </Button>
      {asked === 'share' ? <ShareDialog item={{ ...document, kind: 'document', canWrite }} onClose={close} /> : null}
      {asked === 'approve' ? <TaskDialog document={document} onClose={close} /> : null}
      {asked === 'permissions' ? (
        <PermissionsDialog object={{ ...document, kind: 'document' }} onClose={close} />
      ) : null}
    </>
  );
}
