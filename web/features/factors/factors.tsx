import { Button, Skeleton, Stack } from '@mantine/core';
import { IconDeviceMobile, IconLifebuoy } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SecondFactors, TotpSetup } from '../../api/answers.ts';
import { createRecoveryCodes, getFactors, removeTotp, startTotpSetup } from '../../api/sign-in/factors.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { formatDate } from '../../ui/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { Passkeys } from '../passkeys/passkeys.tsx';
import { showNotice } from '../shell/notice-list.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { SetupDialog } from './setup-dialog.tsx';
import accountCss from '../account/account.module.css';
import libraryCss from '../library/library.module.css';

const t = factorMessages;

/** The second factors of the signed-in person. */
export function Factors() {
  const { data, error } = useQuery({ queryKey: ['factors'], queryFn: getFactors });
  if (data === undefined) return error === null ? <Skeleton height={60} /> : <ProblemAlert error={error} />;
  return <FactorList factors={data} />;
}

type Step = { kind: 'setup'; setup: TotpSetup } | { kind: 'codes'; codes: string[] } | { kind: 'remove' | 'renew' };

function FactorList({ factors }: { factors: SecondFactors }) {
  const [step, setStep] = useState<Step | null>(null);
  const queries = useQueryClient();
  const start = useMutation({
    mutationFn: startTotpSetup,
    onSuccess: (setup) => setStep({ kind: 'setup', setup }),
  });
  const showCodes = (codes: string[]) => setStep({ kind: 'codes', codes });
  const finishSetup = (codes: string[] | null) => {
    if (codes === null) setStep(null);
    else showCodes(codes);
    showNotice({ kind: 'done', text: codes === null ? t.setup.replaced : t.setup.done });
    // `me`: it contains the deadline.
    for (const key of ['factors', 'sessions', 'me']) void queries.invalidateQueries({ queryKey: [key] });
  };
  const close = () => setStep(null);
  return (
    <Stack>
      <p className={accountCss.accountHint}>{factors.RecoveryCodes === null ? t.off : t.on}</p>
      <Passkeys passkeys={factors.Passkeys} onCodes={showCodes} />
      <ul className={libraryCss.placeList}>
        <AppRow
          factors={factors}
          isBusy={start.isPending}
          onSetUp={() => start.mutate()}
          onRemove={() => setStep({ kind: 'remove' })}
        />
        <CodesRow factors={factors} onRenew={() => setStep({ kind: 'renew' })} />
      </ul>
      <ProblemAlert error={start.error} />
      {step?.kind === 'setup' ? <SetupDialog setup={step.setup} onDone={finishSetup} onClose={close} /> : null}
      {step?.kind === 'codes' ? <CodesDialog codes={step.codes} onClose={close} /> : null}
      {step?.kind === 'remove' ? <RemoveApp onClose={close} /> : null}
      {step?.kind === 'renew' ? <RenewCodes onDone={showCodes} onClose={close} /> : null}
    </Stack>
  );
}

type AppRowProps = { factors: SecondFactors; isBusy: boolean; onSetUp: () => void; onRemove: () => void };

function AppRow({ factors: { Totp }, isBusy, onSetUp, onRemove }: AppRowProps) {
  const used = Totp?.LastUsed ?? null;
  const text = Totp === null ? t.appOff : t.since(formatDate(Totp.DateCreated), used && formatDate(used));
  return (
    <Row icon={<IconDeviceMobile size={26} stroke={1.5} aria-hidden />} name={t.app} text={text}>
      <Button
        variant="default"
        size="sm"
        loading={isBusy}
        aria-label={Totp === null ? t.setUpApp : t.replaceApp}
        onClick={onSetUp}
      >
        {Totp === null ? t.setUp : t.replace}
      </Button>
      {Totp === null ? null : (
        <Button variant="default" size="sm" aria-label={t.removeApp} onClick={onRemove}>
          {t.remove}
        </Button>
      )}
    </Row>
  );
}

function CodesRow({ factors: { RecoveryCodes }, onRenew }: { factors: SecondFactors; onRenew: () => void }) {
  if (RecoveryCodes === null) return null;
  return (
    <Row
      icon={<IconLifebuoy size={26} stroke={1.5} aria-hidden />}
      name={t.codes.name}
      text={t.codes.left(RecoveryCodes.Remaining)}
    >
      <Button variant="default" size="sm" onClick={onRenew}>
        {t.codes.renew}
      </Button>
    </Row>
  );
}

type RowProps = { icon: ReactNode; name: string; text: string; children: ReactNode };

function Row({ icon, name, text, children }: RowProps) {
  return (
    <li className={libraryCss.placeRow}>
      {icon}
      <span className={libraryCss.placeWhat}>
        {name}
        <small>{text}</small>
      </span>
      {children}
    </li>
  );
}

function RemoveApp({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: removeTotp,
    onSuccess: async () => {
      onClose();
      showNotice({ kind: 'done', text: t.removal.done });
      await queries.invalidateQueries({ queryKey: ['factors'] });
    },
  });
  return (
    <QuestionDialog question={{ ...t.removal, action: t.remove }} running={remove} onClose={onClose} isDangerous />
  );
}

function RenewCodes({ onDone, onClose }: { onDone: (codes: string[]) => void; onClose: () => void }) {
  const queries = useQueryClient();
  const renew = useMutation({
    mutationFn: createRecoveryCodes,
    onSuccess: ({ RecoveryCodes }) => {
      onDone(RecoveryCodes);
      return queries.invalidateQueries({ queryKey: ['factors'] });
    },
  });
  const { renewTitle: title, renewText: text, renew: action } = t.codes;
  return <QuestionDialog question={{ title, text, action }} running={renew} onClose={onClose} />;
}
