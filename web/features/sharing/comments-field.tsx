import { Checkbox } from '@mantine/core';
import { sharingMessages } from '../../messages/en/sharing.ts';

const t = sharingMessages.comments;

/** Whether visitors of a link can comment. */
export function CommentsField({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Checkbox
      label={t.label}
      description={t.hint}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
