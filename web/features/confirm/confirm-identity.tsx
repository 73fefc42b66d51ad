import { Anchor, Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SessionAuthenticationState } from '../../api/answers.ts';
import { authenticateAgain, getConfirmation } from '../../api/sign-in/factors.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { signInOptionsQuery } from '../../queries.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { PasswordField } from '../account/fields.tsx';
import { CodeField } from '../factors/code-field.tsx';
import { PasskeyConfirmation } from '../passkeys/passkey-confirmation.tsx';
import css from '../account/account.module.css';

const t = factorMessages.confirm;

type Props = { onDone: () => void; onClose: () => void };
/** A proof that is typed. */
type Method = Exclude<SessionAuthenticationState['Methods'][number], 'Passkey'>;

/** Asks for one of the person's proofs before a sensitive change. */
export function ConfirmIdentity(props: Props) {
  const { data, error } = useQuery({ queryKey: ['confirmation'], queryFn: getConfirmation, staleTime: 0, gcTime: 0 });
  if (data === undefined || data.Methods.length === 0) {
    return (
      <Dialog title={t.title} onClose={props.onClose}>
        {data === undefined && error === null ? <Skeleton height={80} /> : null}
        {data === undefined ? <ProblemAlert error={error} /> : <SignInAgain />}
      </Dialog>
    );
  }
  const typed = data.Methods.filter((method) => method !== 'Passkey');
  const [first] = typed;
  const passkey = data.Methods.includes('Passkey') ? <PasskeyConfirmation onDone={props.onDone} /> : null;
  if (first !== undefined) return <Proofs {...props} methods={typed} first={first} passkey={passkey} />;
  return (
    <Dialog title={t.title} onClose={props.onClose}>
      <Stack gap="md">
        <p className={css.accountHint}>{t.text}</p>
        {passkey}
      </Stack>
    </Dialog>
  );
}

/** For people without a password or second factor. They return to this page. */
function SignInAgain() {
  const { data } = useQuery(signInOptionsQuery);
  const back = window.location.pathname + window.location.search;
  return (
    <Stack gap="md">
      <p className={css.accountHint}>{data?.Providers.length === 0 ? t.none : t.again}</p>
      {data?.Providers.map(({ ProviderId, Name }) => (
        <Button
          key={ProviderId}
          component="a"
          href={`/sign-in/providers/${ProviderId}?${new URLSearchParams({ again: 'true', back }).toString()}`}
        >
          {t.with(Name)}
        </Button>
      ))}
    </Stack>
  );
}

/** The field of each proof that is typed. */
const FIELDS = {
  Password: { label: t.password, wrong: t.wrong, change: t.withPassword, Field: PasswordField },
  Totp: { label: t.code, wrong: t.wrongCode, change: t.withCode, Field: CodeField },
} satisfies Record<Method, object>;

const proofOf = (method: Method, value: string) => (method === 'Totp' ? { Code: value } : { Password: value });

type ProofsProps = Props & { methods: readonly Method[]; first: Method; passkey: ReactNode };

function Proofs({ methods, first, passkey, onDone, onClose }: ProofsProps) {
  const [method, setMethod] = useState(first);
  const [value, setValue] = useState('');
  const confirm = useMutation({ mutationFn: () => authenticateAgain(proofOf(method, value)), onSuccess: onDone });
  const change = (to: Method) => {
    setMethod(to);
    setValue('');
    confirm.reset();
  };
  const { label, wrong, Field } = FIELDS[method];
  return (
    <FormDialog
      title={t.title}
      submit={t.submit}
      isBusy={confirm.isPending}
      canSubmit={value !== ''}
      onSubmit={() => confirm.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <p className={css.accountHint}>{t.text}</p>
        <Field key={method} label={label} value={value} onChange={setValue} />
        <ProblemAlert error={confirm.error} known={({ status }) => (status === 403 ? wrong : null)} />
        {methods
          .filter((other) => other !== method)
          .map((other) => (
            <Anchor key={other} component="button" type="button" ta="start" mih={44} onClick={() => change(other)}>
              {FIELDS[other].change}
            </Anchor>
          ))}
        {passkey}
      </Stack>
    </FormDialog>
  );
}
