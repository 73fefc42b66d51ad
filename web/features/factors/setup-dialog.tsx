import { Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { TotpSetup } from '../../api/answers.ts';
import type { ApiError } from '../../api/client.ts';
import { confirmTotp } from '../../api/sign-in/factors.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { CodeField } from './code-field.tsx';
import { QrCode } from './qr-code.tsx';
import css from './factors.module.css';

const t = factorMessages.setup;

type Props = {
  setup: TotpSetup;
  /** With the recovery codes, if there are new ones. */
  onDone: (codes: string[] | null) => void;
  onClose: () => void;
};

/** Shows the key of the authenticator app, and takes its first code. */
export function SetupDialog({ setup, onDone, onClose }: Props) {
  const [code, setCode] = useState('');
  const confirm = useMutation({
    mutationFn: () => confirmTotp(code),
    onSuccess: ({ RecoveryCodes }) => onDone(RecoveryCodes),
  });
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      isBusy={confirm.isPending}
      canSubmit={code !== ''}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>{t.scan}</Text>
        <QrCode text={setup.Uri} label={t.qr} />
        <Text size="sm">
          {t.manual}: <span className={css.key}>{setup.Secret.replaceAll(/.{4}(?=.)/g, '$& ')}</span>
        </Text>
        <CodeField label={t.code} value={code} onChange={setCode} />
        <ProblemAlert error={confirm.error} known={knownText} />
      </Stack>
    </FormDialog>
  );
}

function knownText({ status }: ApiError): string | null {
  if (status === 400) return t.wrong;
  return status === 409 ? t.expired : null;
}
