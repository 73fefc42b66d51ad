import { Anchor, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authenticateAgain } from '../../api/sign-in/factors.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasswordField } from '../account/fields.tsx';
import { PasskeyConfirmation } from '../passkeys/passkey-confirmation.tsx';
import css from '../account/account.module.css';

const t = factorMessages.confirm;

type Props = { hasApp: boolean; hasPasskey: boolean; onDone: () => void; onClose: () => void };

/** Asks for a proof before a change that would outlive the session. */
export function ConfirmIdentity({ hasApp, hasPasskey, onDone, onClose }: Props) {
  const [isCode, setIsCode] = useState(false);
  const [value, setValue] = useState('');
  const confirm = useConfirm(onDone);
  const wrong = isCode ? t.wrongCode : t.wrong;
  const change = () => {
    setIsCode(!isCode);
    setValue('');
    confirm.reset();
  };
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      isBusy={confirm.isPending}
      canSubmit={value !== ''}
      onSubmit={() => confirm.mutate(isCode ? { Code: value } : { Password: value })}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className={css.accountHint}>{t.text}</p>
        {isCode ? (
          <CodeField label={t.code} value={value} onChange={setValue} />
        ) : (
          <PasswordField label={t.password} value={value} onChange={setValue} />
        )}
        <ProblemAlert error={confirm.error} known={({ status }) => (status === 403 ? wrong : null)} />
        {hasApp ? (
          <Anchor component="button" type="button" ta="start" mih={44} onClick={change}>
            {isCode ? t.withPassword : t.withCode}
          </Anchor>
        ) : null}
        {hasPasskey ? <PasskeyConfirmation onDone={onDone} /> : null}
      </Stack>
    </FormDialog>
  );
}

function useConfirm(onDone: () => void) {
  return useMutation({ mutationFn: authenticateAgain, onSuccess: onDone });
}

type Field = { label: string; value: string; onChange: (value: string) => void };

/** A code of the authenticator app. */
export function CodeField({ label, value, onChange }: Field) {
  return (
    <TextInput
      label={label}
      required
      withAsterisk={false}
      size="md"
      maxLength={20}
      inputMode="numeric"
      autoComplete="one-time-code"
      enterKeyHint="go"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
