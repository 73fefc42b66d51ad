import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';

type Props = {
  title: string;
  /** The action, as a verb. */
  action: string;
  /** The label of the button that cancels. */
  keep?: string;
  isReady?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** Confirms an action that cannot be undone. */
export function Confirm({ title, action, keep, isReady = true, onConfirm, onClose, children }: Props) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {keep ?? appMessages.dialog.cancel}
      </Button>
      <Button
        color="red.9"
        disabled={!isReady}
        onClick={() => {
          onClose();
          onConfirm();
        }}
      >
        {action}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      {children}
    </Dialog>
  );
}
