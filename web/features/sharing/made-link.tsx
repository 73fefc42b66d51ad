import { Button, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { sharingTexts } from '../../texts/en/sharing.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { copyText } from './copy-text.ts';

const said = sharingTexts.made;

/** A link that was just made: in the clipboard, where the browser lets us, and to be copied by hand. */
export function MadeLink({ link, onClose }: { link: string; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    void copyText(link).then(setCopied);
  }, [link]);
  const foot = (
    <>
      <Button variant="default" onClick={() => void copyText(link).then(setCopied)}>
        {sharingTexts.copy}
      </Button>
      <Button onClick={onClose}>{said.done}</Button>
    </>
  );
  return (
    <Dialog title={said.title} onClose={onClose} foot={foot}>
      <TextInput label={said.label} value={link} readOnly onFocus={({ currentTarget }) => currentTarget.select()} />
      <p role="status" className="made-link">
        {isCopied === null ? '' : isCopied ? said.copied : said.notCopied}
      </p>
    </Dialog>
  );
}
