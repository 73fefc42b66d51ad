import { Button } from '@mantine/core';
import { shareDialogMessages } from '../../../messages/en/share-dialog.ts';
import { useLeave } from '../../../ui/dialog/dialog.tsx';

type Props = { form: string; submit: string; isBusy: boolean; onBack: () => void };

/** The buttons of a form that was opened within a dialog: back, and submit. */
export function BackFoot({ form, submit, isBusy, onBack }: Props) {
  const leave = useLeave();
  return (
    <>
      <Button variant="default" onClick={() => leave(onBack)}>
        {shareDialogMessages.back}
      </Button>
      <Button type="submit" form={form} loading={isBusy}>
        {submit}
      </Button>
    </>
  );
}
