import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { formatDate } from '../../ui/format.ts';
import { copyText } from '../sharing/copy-text.ts';
import { useMe } from '../shell/use-me.ts';
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
        <Codes codes={codes} />
        <p role="status">{isCopied === null ? '' : isCopied ? t.copied : t.notCopied}</p>
      </Stack>
      {createPortal(<Sheet codes={codes} />, document.body)}
    </Dialog>
  );
}

function Codes({ codes }: { codes: string[] }) {
  return (
    <ul className={css.codes} aria-label={t.list}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
}

/** The printed sheet. It names the account, because people keep such sheets for years. */
function Sheet({ codes }: { codes: string[] }) {
  const { Branding, DeploymentName, Email } = useMe();
  const [today] = useState(() => new Date().toISOString());
  return (
    <div className={css.sheet}>
      <h1>{t.sheet(Branding.Name ?? DeploymentName)}</h1>
      <p>{t.account(Email, formatDate(today))}</p>
      <Codes codes={codes} />
      <p>{t.sheetText}</p>
    </div>
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
