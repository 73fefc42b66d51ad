import { Skeleton } from '@mantine/core';
import { Suspense, lazy, useEffect, useState } from 'react';
import { shareDialogMessages } from '../../messages/en/share-dialog.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import type { ShareTarget } from './dialog/share-home.tsx';

const ShareViews = lazy(async () => ({ default: (await import('./dialog/share-views.tsx')).ShareViews }));

type Props = {
  object: ShareTarget;
  /** Begins with a new link for uploads. */
  isRequest?: boolean;
  onClose: () => void;
};

/** Shares a library, folder or document. Loaded when it is first opened. */
export function ShareDialog(props: Props) {
  const { object, onClose } = props;
  useReturnOfFocus();
  const loading = (
    <Dialog isSheet title={shareDialogMessages.title(object.name)} onClose={onClose} foot={null}>
      <Skeleton height={240} />
    </Dialog>
  );
  return (
    <Suspense fallback={loading}>
      <ShareViews {...props} />
    </Suspense>
  );
}

// A native dialog returns the focus to where it was, but here dialogs replace each other.
function useReturnOfFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
