import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FactorMethod, type SecondProof, finishSecondStep } from '../../../api/sign-in/factors.ts';
import { startSecondStepPasskey } from '../../../api/sign-in/passkeys.ts';
import { passkeyMessages } from '../../../messages/en/sign-in/passkeys.ts';
import { secondStepMessages } from '../../../messages/en/sign-in/second-step.ts';
import { askForPasskey, whyUnavailable } from '../../passkeys/ask.ts';
import { PasskeyProblem } from '../../passkeys/passkey-problem.tsx';
import { AccountCard } from '../account-card.tsx';

const t = secondStepMessages;

const TEXTS = { Passkey: t.passkey, Totp: t.totp, RecoveryCode: t.recovery };

type Props = { methods: readonly FactorMethod[]; onDone: () => void; onBack: () => void };

/** The second step of signing in: one of the ways that the person has set up. */
export function SecondStep({ methods, onDone, onBack }: Props) {
  const [method, setMethod] = useState(firstOf(methods));
  const [code, setCode] = useState('');
  const isPasskey = method === 'Passkey';
  const finish = useMutation({
    mutationFn: async () => finishSecondStep(await proofOf(method, code)),
    onSuccess: onDone,
  });
  const choose = (other: FactorMethod) => {
    setMethod(other);
    setCode('');
    finish.reset();
  };
  return (
    <AccountCard key={method} title={t.title} text={TEXTS[method].text} onSubmit={() => finish.mutate()}>
      {isPasskey ? null : <CodeField isTotp={method === 'Totp'} value={code} onChange={setCode} />}
      <PasskeyProblem error={finish.error} known={({ status }) => knownText(status, isPasskey)} />
      <Button type="submit" size="md" loading={finish.isPending} disabled={!isPasskey && code.trim() === ''}>
        {isPasskey ? t.passkey.submit : t.submit}
      </Button>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <Anchor key={other} component="button" type="button" ta="start" mih={44} onClick={() => choose(other)}>
            {TEXTS[other].other}
          </Anchor>
        ))}
      <Anchor component="button" type="button" ta="start" mih={44} onClick={onBack}>
        {t.back}
      </Anchor>
      <Text size="sm">{t.lost}</Text>
    </AccountCard>
  );
}

function CodeField({ isTotp, value, onChange }: { isTotp: boolean; value: string; onChange: (code: string) => void }) {
  return (
    <TextInput
      label={isTotp ? t.totp.label : t.recovery.label}
      required
      withAsterisk={false}
      size="md"
      maxLength={40}
      inputMode={isTotp ? 'numeric' : 'text'}
      autoComplete={isTotp ? 'one-time-code' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

// A browser without passkeys starts with another method, if there is one.
function firstOf(methods: readonly FactorMethod[]): FactorMethod {
  const usable = methods.find((method) => method !== 'Passkey' || whyUnavailable() === null);
  return usable ?? methods[0] ?? 'Totp';
}

async function proofOf(method: FactorMethod, code: string): Promise<SecondProof> {
  if (method !== 'Passkey') return method === 'Totp' ? { Code: code } : { RecoveryCode: code };
  return { Passkey: await askForPasskey(startSecondStepPasskey) };
}

function knownText(status: number, isPasskey: boolean): string | null {
  if (status === 410) return t.ended;
  if (status !== 401 && status !== 400) return null;
  return isPasskey ? passkeyMessages.wrong : t.wrong;
}
