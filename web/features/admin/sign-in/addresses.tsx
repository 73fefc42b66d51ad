import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { IdentityProvider } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { copyText } from '../../sharing/copy-text.ts';
import css from './sign-in.module.css';

const t = adminSignInMessages.addresses;

/** The URIs to register with the provider. */
const ADDRESSES = ['Callback', 'BackChannelLogout', 'LogoutCallback'] as const;

/** Shown after a provider was added: the URIs to register, and a button that tests it. */
export function AddressesDialog({ provider, onTest, onClose }: Props & { onTest: () => void; onClose: () => void }) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose}>
        {t.later}
      </Button>
      <Button onClick={onTest}>{t.test}</Button>
    </>
  );
  return (
    <Dialog title={t.title(provider.Name)} onClose={onClose} foot={foot} isWide>
      <Stack>
        <p>{t.text}</p>
        <Addresses provider={provider} />
      </Stack>
    </Dialog>
  );
}

type Props = { provider: IdentityProvider };

/** The same among the fields of a provider. */
export function AddressFields({ provider }: Props) {
  return (
    <fieldset className={css.fields}>
      <legend>{t.title(provider.Name)}</legend>
      <p className={css.hint}>{t.text}</p>
      <Addresses provider={provider} />
    </fieldset>
  );
}

function Addresses({ provider: { Links } }: Props) {
  return (
    <div className={css.addresses}>
      {ADDRESSES.map((key) => (
        <CopyField key={key} label={t[key]} value={Links[key]} />
      ))}
    </div>
  );
}

/** A value to copy. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <div>
      <div className={css.address}>
        <TextInput label={label} value={value} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
        <Button variant="default" aria-label={t.copyOf(label)} onClick={() => void copyText(value).then(setCopied)}>
          {t.copy}
        </Button>
      </div>
      <p className={css.hint} role="status">
        {isCopied === null ? '' : isCopied ? t.copied : t.notCopied}
      </p>
    </div>
  );
}
