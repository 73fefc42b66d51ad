import { Button, Stack } from '@mantine/core';
import { IconFingerprint, IconKey } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewPasskey, Passkey, PasskeyCreationOptions } from '../../api/answers.ts';
import { removePasskey, renamePasskey, startPasskeySetup } from '../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../messages/en/sign-in/passkeys.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { formatDate } from '../../ui/format.ts';
import { QuestionDialog } from '../factors/question-dialog.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { AddPasskey, PasskeyName } from './add-passkey.tsx';
import { PasskeyError, whyUnavailable } from './ask.ts';
import { PasskeyProblem } from './passkey-problem.tsx';
import libraryCss from '../library/library.module.css';

const t = passkeyMessages;

type Props = { passkeys: Passkey[]; onCodes: (codes: string[]) => void };

type Step = { kind: 'add'; options: PasskeyCreationOptions } | { kind: 'rename' | 'remove'; passkey: Passkey };

/** The person's passkeys. */
export function Passkeys({ passkeys, onCodes }: Props) {
  const [step, setStep] = useState<Step | null>(null);
  const refresh = useRefresh();
  const close = () => setStep(null);
  const start = useMutation({
    mutationFn: startPasskeySetup,
    onSuccess: (options) => setStep({ kind: 'add', options }),
  });
  const finish = (added: NewPasskey) => {
    close();
    showNotice({ kind: 'done', text: added.RecoveryCodes === null ? t.added : t.addedFirst });
    if (added.RecoveryCodes !== null) onCodes(added.RecoveryCodes);
    void refresh();
  };
  return (
    <Stack gap="sm">
      <ul className={libraryCss.placeList}>
        <AddRow isBusy={start.isPending} onAdd={() => start.mutate()} />
        {passkeys.map((passkey) => (
          <PasskeyRow key={passkey.PasskeyId} passkey={passkey} onStep={setStep} />
        ))}
      </ul>
      <PasskeyProblem error={start.error} />
      {step?.kind === 'add' ? <AddPasskey options={step.options} onDone={finish} onClose={close} /> : null}
      {step?.kind === 'rename' ? <RenamePasskey passkey={step.passkey} onClose={close} /> : null}
      {step?.kind === 'remove' ? <RemovePasskey passkey={step.passkey} onClose={close} /> : null}
    </Stack>
  );
}

function AddRow({ isBusy, onAdd }: { isBusy: boolean; onAdd: () => void }) {
  const why = whyUnavailable();
  return (
    <li className={libraryCss.placeRow}>
      <IconFingerprint size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {t.name}
        <small>{why === null ? t.hint : new PasskeyError(why).message}</small>
      </span>
      {why === null ? (
        <Button variant="default" size="sm" loading={isBusy} onClick={onAdd}>
          {t.add}
        </Button>
      ) : null}
    </li>
  );
}

function PasskeyRow({ passkey, onStep }: { passkey: Passkey; onStep: (step: Step) => void }) {
  const { Name, Host, DateCreated, LastUsed, IsSynced } = passkey;
  const used = LastUsed === null ? null : formatDate(LastUsed);
  return (
    <li className={libraryCss.placeRow}>
      <IconKey size={26} stroke={1.5} aria-hidden />
      <span className={libraryCss.placeWhat}>
        {Name}
        <small>
          {t.since(formatDate(DateCreated), used)}, {IsSynced ? t.synced : t.thisDevice}
          {Host === location.hostname ? null : `, ${t.elsewhere(Host)}`}
        </small>
      </span>
      <Button
        variant="default"
        size="sm"
        aria-label={t.renameOf(Name)}
        onClick={() => onStep({ kind: 'rename', passkey })}
      >
        {t.rename}
      </Button>
      <Button
        variant="default"
        size="sm"
        aria-label={t.removeOf(Name)}
        onClick={() => onStep({ kind: 'remove', passkey })}
      >
        {t.remove}
      </Button>
    </li>
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const [name, setName] = useState(passkey.Name);
  const refresh = useRefresh();
  const rename = useMutation({
    mutationFn: () => renamePasskey(passkey.PasskeyId, name),
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog
      title={t.renameTitle}
      submit={t.save}
      isBusy={rename.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={() => rename.mutate()}
      onClose={onClose}
    >
      <Stack gap="md">
        <PasskeyName value={name} onChange={setName} />
        <PasskeyProblem error={rename.error} />
      </Stack>
    </FormDialog>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.PasskeyId),
    onSuccess: async () => {
      onClose();
      showNotice({ kind: 'done', text: t.removed });
      await refresh();
    },
  });
  const question = { title: t.removeTitle(passkey.Name), text: t.removeText, action: t.remove };
  return <QuestionDialog question={question} running={remove} onClose={onClose} isDangerous />;
}

function useRefresh(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all(['factors', 'sessions', 'me'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
  };
}
