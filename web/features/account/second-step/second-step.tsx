import { Anchor, Button, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { type FactorMethod, finishSecondStep } from '../../../api/sign-in/factors.ts';
import { secondStepMessages } from '../../../messages/en/sign-in/second-step.ts';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { AccountCard } from '../account-card.tsx';

const t = secondStepMessages;

const TEXTS = { Totp: t.totp, RecoveryCode: t.recovery };

type Props = { methods: readonly FactorMethod[]; onDone: () => void; onBack: () => void };

/** The second step of signing in: one of the ways that the person has set up. */
export function SecondStep({ methods, onDone, onBack }: Props) {
  const [method, setMethod] = useState(methods[0] ?? 'Totp');
  const [code, setCode] = useState('');
  const finish = useMutation({
    mutationFn: () => finishSecondStep(method === 'Totp' ? { Code: code } : { RecoveryCode: code }),
    onSuccess: onDone,
  });
  const choose = (other: FactorMethod) => {
    setMethod(other);
    setCode('');
    finish.reset();
  };
  return (
    <AccountCard key={method} title={t.title} text={TEXTS[method].text} onSubmit={() => finish.mutate()}>
      <CodeField isTotp={method === 'Totp'} value={code} onChange={setCode} />
      <ProblemAlert error={finish.error} known={({ status }) => knownText(status)} />
      <Button type="submit" size="md" loading={finish.isPending} disabled={code.trim() === ''}>
        {t.submit}
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

function knownText(status: number): string | null {
  if (status === 410) return t.ended;
  return status === 401 || status === 400 ? t.wrong : null;
}
