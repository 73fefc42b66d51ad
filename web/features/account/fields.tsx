import { PasswordInput, TextInput } from '@mantine/core';
import { messages } from '../../messages/en.ts';

type Field = { value: string; onChange: (value: string) => void };

const always = { required: true, withAsterisk: false, size: 'md' } as const;

/** The email address of an account. `offersPasskeys`: among the suggestions of the browser. */
export function EmailField({ value, onChange, offersPasskeys = false }: Field & { offersPasskeys?: boolean }) {
  return (
    <TextInput
      {...always}
      label={messages.account.signIn.email}
      type="email"
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      enterKeyHint="next"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

type Password = Field & { isNew?: boolean; label?: string; hint?: string };

/** A current or new password. */
export function PasswordField({ value, onChange, isNew = false, label, hint }: Password) {
  return (
    <PasswordInput
      {...always}
      label={label ?? (isNew ? messages.account.newPassword.label : messages.account.signIn.password)}
      {...(hint === undefined ? {} : { description: hint })}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      enterKeyHint="go"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
