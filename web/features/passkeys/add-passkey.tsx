import { Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { NewPasskey, PasskeyCreationOptions } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import { addPasskey } from '../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../messages/en/sign-in/passkeys.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { NAME_HINTS } from '../../ui/input-hints.ts';
import { createPasskey } from './ask.ts';
import { PasskeyProblem } from './passkey-problem.tsx';

const t = passkeyMessages;

type Props = { options: PasskeyCreationOptions; onDone: (added: NewPasskey) => void; onClose: () => void };

/** Asks for a name, and then the browser for a new passkey. */
export function AddPasskey({ options, onDone, onClose }: Props) {
  const [name, setName] = useState(t.defaultName(systemOf(navigator.userAgent)));
  const add = useMutation({
    mutationFn: async () => addPasskey(name, await createPasskey(options)),
    onSuccess: onDone,
  });
  return (
    <FormDialog
      title={t.add}
      submit={t.submitAdd}
      isBusy={add.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={() => add.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.addText}</Text>
        <PasskeyName value={name} onChange={setName} />
        <PasskeyProblem error={add.error} known={knownText} />
      </Stack>
    </FormDialog>
  );
}

/** The name of a passkey, selected so that typing replaces it. */
export function PasskeyName({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <TextInput
      ref={field}
      label={t.nameLabel}
      required
      withAsterisk={false}
      size="md"
      maxLength={100}
      {...NAME_HINTS}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac', 'Linux'];

function systemOf(agent: string): string | null {
  return SYSTEMS.find((system) => agent.includes(system)) ?? null;
}

function knownText({ status }: ApiError): string | null {
  return status === 400 ? t.expired : null;
}
