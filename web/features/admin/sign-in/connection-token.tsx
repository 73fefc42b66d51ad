import { Button, Stack } from '@mantine/core';
import type { NewScimConnection } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { CopyField } from './addresses.tsx';

const t = adminSignInMessages.scim;

type Props = { connection: NewScimConnection; onClose: () => void };

/** The two values that the directory needs. No later response contains the token. */
export function ConnectionToken({ connection: { Name, Links, Token }, onClose }: Props) {
  return (
    <Dialog
      title={t.tokenTitle(Name)}
      onClose={onClose}
      foot={<Button onClick={onClose}>{adminSignInMessages.test.done}</Button>}
    >
      <Stack>
        <p>{t.tokenText}</p>
        <CopyField label={t.base} value={Links.Scim} />
        <CopyField label={t.token} value={Token} />
      </Stack>
    </Dialog>
  );
}
