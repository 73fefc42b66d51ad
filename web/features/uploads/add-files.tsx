import { Button } from '@mantine/core';
import { IconFolderPlus, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, type ReactNode, useId } from 'react';
import { filesOfInput } from './picked-files.ts';
import type { PickedFile } from './upload.ts';

type InputProps = {
  label: string;
  onPick: (picked: PickedFile[]) => void;
  /** The kind of selection: several files, one file, or a folder. */
  kind?: 'files' | 'file' | 'folder';
  /** The control that opens the selection. It may leave the page before the files arrive. */
  children: (open: () => void) => ReactNode;
};

/** A hidden field for files or a folder, and the control that opens it. */
export function FileInput({ label, onPick, kind = 'files', children }: InputProps) {
  const id = useId();
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const picked = filesOfInput(currentTarget.files);
    // Allows the same files to be selected again.
    currentTarget.value = '';
    if (picked.length > 0) onPick(picked);
  };
  return (
    <>
      <input
        id={id}
        type="file"
        hidden
        multiple={kind === 'files'}
        {...(kind === 'folder' ? { webkitdirectory: '' } : {})}
        onChange={pick}
        aria-label={label}
      />
      {children(() => document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`)?.click())}
    </>
  );
}

type Props = Omit<InputProps, 'children'> & {
  variant?: 'filled' | 'default';
  size?: 'md' | 'sm';
  /** The accessible name where the label is ambiguous. */
  fullLabel?: string;
};

/** A button that selects files or a folder. */
export function AddFiles({ label, onPick, kind = 'files', variant = 'filled', size = 'md', fullLabel }: Props) {
  const Icon = kind === 'folder' ? IconFolderPlus : IconUpload;
  return (
    <FileInput label={fullLabel ?? label} onPick={onPick} kind={kind}>
      {(open) => (
        <Button
          size={size}
          variant={variant}
          leftSection={<Icon size={20} aria-hidden />}
          onClick={open}
          aria-label={fullLabel}
        >
          {label}
        </Button>
      )}
    </FileInput>
  );
}
