import { Button } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useId } from 'react';
import { appMessages } from '../../messages/en/app.ts';
import { Dialog, useLeave } from './dialog.tsx';

type Props = {
  title: string;
  /** The label of the submit button. */
  submit: string;
  isBusy: boolean;
  /** Whether it holds an input: leaving asks before it is lost. */
  isBegun?: boolean;
  canSubmit?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form: fields, Cancel, and the submit button. It stays while the form is being sent. */
export function FormDialog({ title, submit, isBusy, isBegun = false, canSubmit = true, ...props }: Props) {
  const { onSubmit, onClose, children } = props;
  const form = useId();
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const foot = (
    <>
      <Cancel onClose={onClose} />
      <Button type="submit" form={form} loading={isBusy} disabled={!canSubmit}>
        {submit}
      </Button>
    </>
  );
  return (
    <Dialog title={title} isBegun={isBegun} isBusy={isBusy} onClose={onClose} foot={foot}>
      <form id={form} onSubmit={send} noValidate>
        {children}
      </form>
    </Dialog>
  );
}

function Cancel({ onClose }: { onClose: () => void }) {
  const leave = useLeave();
  return (
    <Button variant="default" onClick={() => leave(onClose)}>
      {appMessages.dialog.cancel}
    </Button>
  );
}
