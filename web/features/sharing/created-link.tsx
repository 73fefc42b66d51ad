import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sharingMessages } from '../../messages/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { copyText } from './copy-text.ts';
import css from './sharing.module.css';

const t = sharingMessages.made;

/** A new link, copied to the clipboard if the browser allows it, and in a field to copy it manually. */
export function CreatedLink({ link, onClose }: { link: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    void copyText(link).then(setCopied);
  }, [link]);
  const foot = (
    <>
      <Button variant="default" onClick={() => void copyText(link).then(setCopied)}>
        {sharingMessages.copy}
      </Button>
      <Button onClick={onClose}>{t.done}</Button>
    </>
  );
  return (
    <Dialog title={t.title} onClose={onClose} foot={foot}>
      <TextInput label={t.label} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <p role="status" className={css.madeLink}>
        {isCopied === null ? '' : isCopied ? t.copied : t.notCopied}
      </p>
    </Dialog>
  );
}
