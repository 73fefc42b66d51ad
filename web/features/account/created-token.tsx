import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { copyText } from '../sharing/copy-text.ts';

const t = adminTokensMessages.own;

type Props = { token: string; title?: string; note?: string; onClose: () => void };

/** Shows a new token. No later response contains it. */
export function CreatedToken({ token, title = t.createdTitle, note, onClose }: Props) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const foot = (
    <>
      <Button variant="default" onClick={() => void copyText(token).then(setCopied)}>
        {t.copy}
      </Button>
      <Button onClick={onClose}>{t.done}</Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onClose} foot={foot}>
      <p>
        {t.createdText} {note}
      </p>
      <TextInput label={t.label} value={token} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <p role="status">{isCopied === null ? '' : isCopied ? t.copied : t.notCopied}</p>
    </Dialog>
  );
}
