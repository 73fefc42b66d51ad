import { ActionIcon } from '@mantine/core';
import type { IconFile } from '@tabler/icons-react';

type Props = {
  label: string;
  Icon: typeof IconFile;
  onClick: () => void;
  /** For a switch: whether it is on. */
  isPressed?: boolean;
  isDisabled?: boolean;
  id?: string;
};

/** A control in the toolbar of a document. */
export function ToolButton({ label, Icon, onClick, isPressed, isDisabled = false, id }: Props) {
  return (
    <ActionIcon
      id={id}
      variant={isPressed === true ? 'light' : 'subtle'}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden />
    </ActionIcon>
  );
}
