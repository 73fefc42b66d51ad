import { Button } from '@mantine/core';
import { IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useRef } from 'react';
import { filesOfInput } from './picked-files.ts';
import type { PickedFile } from './upload.ts';

type Props = {
  label: string;
  onPick: (picked: PickedFile[]) => void;
  /** The kind of selection: several files, one file, or a folder. */
  kind?: 'files' | 'file' | 'folder';
  variant?: 'filled' | 'default';
  size?: 'md' | 'sm';
  /** The accessible name where the label is ambiguous. */
  fullLabel?: string;
};

/** A button that selects files or a folder. */
export function AddFiles({ label, onPick, kind = 'files', variant = 'filled', size = 'md', fullLabel }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = filesOfInput(currentTarget.files);
    // Allows the same files to be selected again.
    currentTarget.value = '';
    if (picked.length > 0) onPick(picked);
  };
  const Icon = kind === 'folder' ? IconFolderPlus : IconUpload;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple={kind === 'files'}
        {...(kind === 'folder' ? { webkitdirectory: '' } : {})}
        onChange={pick}
        aria-label={fullLabel ?? label}
      />
      <Button
        size={size}
        variant={variant}
        leftSection={<Icon size={20} aria-hidden />}
        onClick={() => input.current?.click()}
        aria-label={fullLabel}
      >
        {label}
      </Button>
    </>
  );
}
