import { Skeleton } from '@mantine/core';
import { Suspense, lazy } from 'react';
import { linkMessages } from '../../../messages/en/links.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import type { EditLinkProps } from './edit-link.tsx';

const EditLink = lazy(async () => ({ default: (await import('./edit-link.tsx')).EditLink }));

/** The dialog that edits a link; its form is loaded when it is opened. */
export function EditLinkDialog(props: EditLinkProps) {
  const waiting = (
    <Dialog title={linkMessages.edit.title(props.name)} onClose={props.onClose} foot={null}>
      <Skeleton height={320} />
    </Dialog>
  );
  return (
    <Suspense fallback={waiting}>
      <EditLink {...props} />
    </Suspense>
  );
}
