import { Checkbox } from '@mantine/core';
import { sharingMessages } from '../../messages/en/sharing.ts';

const t = sharingMessages.watermark;

type Props = {
  isMarked: boolean;
  /** Whether visitors enter a code that was sent to their address. */
  isByCode: boolean;
  onChange: (isMarked: boolean) => void;
};

/** Marks pages with the visitor's address and the time. */
export function WatermarkField({ isMarked, isByCode, onChange }: Props) {
  return (
    <Checkbox
      label={t.label}
      description={isByCode ? t.named : t.anyone}
      checked={isMarked}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
