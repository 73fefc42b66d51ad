import { Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../../api/client.ts';
import { libraryMessages } from '../../../messages/en/library.ts';
import { extensionOf } from '../../../ui/extension.ts';
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { withoutParameter } from '../../../ui/problem-text.ts';
import { NAME_HINTS } from '../../../ui/input-hints.ts';

const t = libraryMessages.name;

type Props = {
  title: string;
  label: string;
  submit: string;
  initial?: string;
  /** The error message for a taken name (409). */
  taken: string;
  /** Shown above the field. */
  text?: string;
  /** Shown below the field: another way. */
  other?: ReactNode;
  /** Whether the initial name can be submitted unchanged. */
  takesInitial?: boolean;
  /** Warns of another extension. */
  isFile?: boolean;
  /** Throws problems of the server. */
  onSubmit: (name: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a name until the server accepts it. */
export function NameDialog(props: Props) {
  const { title, text, other, label, submit, initial = '', taken, takesInitial = false } = props;
  const { isFile = false, onSubmit, onClose } = props;
  const [name, setName] = useState(initial);
  const field = useSelectedStem(initial);
  const save = useMutation({ mutationFn: onSubmit, onSuccess: onClose });
  return (
    <FormDialog
      title={title}
      submit={submit}
      isBusy={save.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={() => (name === initial && !takesInitial ? onClose() : save.mutate(name))}
      onClose={onClose}
    >
      {text === undefined ? null : <Text mb="sm">{text}</Text>}
      <TextInput
        {...NAME_HINTS}
        label={label}
        description={isFile ? aboutExtension(initial, name) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        ref={field}
        maxLength={199}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        mb="sm"
      />
      {other}
      <ProblemAlert error={save.error} known={(error) => whyNotNamed(error, taken)} />
    </FormDialog>
  );
}

// Programs recognize files by their extensions.
function aboutExtension(before: string, after: string): string | undefined {
  const [old, wanted] = [extensionOf(before), extensionOf(after.trim())];
  if (old === '' || old.toLowerCase() === wanted.toLowerCase()) return undefined;
  return wanted === '' ? t.noExtension(old) : t.otherExtension(old, wanted);
}

// Focuses the field and selects the name without its extension.
function useSelectedStem(name: string): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, name.length - extensionOf(name).length);
  }, [name]);
  return field;
}

// The details of the entries explain the problem with a name.
function whyNotNamed({ status, message, more }: ApiError, taken: string): string {
  if (status === 409) return taken;
  if (status === 404) return libraryMessages.gone;
  const entries = (more['errors'] ?? []) as { instance: string; detail: string }[];
  return entries.map(({ instance, detail }) => withoutParameter(instance, detail)).join(' ') || message;
}
