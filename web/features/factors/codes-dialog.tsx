import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { copyText } from '../sharing/copy-text.ts';
import css from './factors.module.css';

const t = factorMessages.codes;

/** Shows new recovery codes. No later response contains them. */
export function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const text = `${codes.join('\n')}\n`;
  const foot = (
    <>
      <Button variant="default" onClick={() => void copyText(text).then(setCopied)}>
        {t.copy}
      </Button>
      <Button variant="default" onClick={() => save(text)}>
        {t.download}
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        {t.print}
      </Button>
      <Button onClick={onClose}>{t.done}</Button>
    </>
  );
  return (
    <Dialog title={t.title} onClose={onClose} foot={foot}>
      <Stack gap="md">
        <Text>{t.text}</Text>
        <ul className={css.codes} aria-label={t.list}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p role="status">{isCopied === null ? '' : isCopied ? t.copied : t.notCopied}</p>
      </Stack>
    </Dialog>
  );
}

function save(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = t.file;
  anchor.click();
  URL.revokeObjectURL(url);
}
