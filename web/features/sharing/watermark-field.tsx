import { Checkbox } from '@mantine/core';
import { sharingMessages } from '../../messages/en/sharing.ts';

const t = sharingMessages.watermark;

/** Marks pages with the visitor's address and the time. */
export function WatermarkField({ isMarked, onChange }: { isMarked: boolean; onChange: (isMarked: boolean) => void }) {
  return (
    <Checkbox
      label={t.label}
      description={t.hint}
      checked={isMarked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
