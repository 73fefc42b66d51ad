import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { clearShownAccount } from '../../shown-account.ts';
import { type Credentials, signIn } from '../../api/account.ts';
import type { DeploymentToChoose, NextStep } from '../../api/sign-in/deployments.ts';
import type { FactorMethod } from '../../api/sign-in/factors.ts';
import { messages } from '../../messages/en.ts';
import { endedMessages } from '../../messages/en/sign-in/ended.ts';
import { signInOptionsQuery } from '../../queries.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { AccountCard } from './account-card.tsx';
import { EmailField, PasswordField } from './fields.tsx';
import { ProviderFailure, Providers } from './providers.tsx';

const t = messages.account.signIn;

const PasskeySignIn = lazy(async () => ({
  default: (await import('../passkeys/passkey-sign-in.tsx')).PasskeySignIn,
}));
const SecondStep = lazy(async () => ({ default: (await import('./second-step/second-step.tsx')).SecondStep }));

const ContinueAs = lazy(async () => ({ default: (await import('../accounts/continue-as.tsx')).ContinueAs }));
const ChooseDeployment = lazy(async () => ({
  default: (await import('./choose-deployment.tsx')).ChooseDeployment,
}));

type Choice = { credentials: Credentials; deployments: readonly DeploymentToChoose[] };

/** Sign-in with a password, a passkey or an identity provider, then the deployment and a second factor if they are needed. */
export function SignInPage() {
  const { back, factors, ended, limit } = useSearch({ strict: false });
  const [methods, setMethods] = useState<readonly FactorMethod[] | null>(readMethods(factors));
  const [choice, setChoice] = useState<Choice | null>(null);
  const router = useRouter();
  const queries = useQueryClient();
  const finish = () => {
    clearShownAccount();
    queries.clear();
    router.history.replace(placeOf(back));
  };
  const proceed = (credentials: Credentials, { SecondFactor, Deployments }: NextStep) => {
    setChoice(Deployments === undefined ? null : { credentials, deployments: Deployments });
    if (SecondFactor !== undefined) setMethods(SecondFactor.Methods);
    else if (Deployments === undefined) finish();
  };
  if (methods === null && choice === null) {
    const reason = reasonOf(back, ended, limit);
    return <FirstStep back={back} reason={reason} onDone={finish} onNext={proceed} />;
  }
  return (
    <Suspense>
      {choice === null ? (
        <SecondStep methods={methods ?? []} onDone={finish} onBack={() => setMethods(null)} />
      ) : (
        <ChooseDeployment
          {...choice}
          onNext={(next) => proceed(choice.credentials, next)}
          onBack={() => setChoice(null)}
        />
      )}
    </Suspense>
  );
}

type FirstProps = {
  back: string | undefined;
  /** Why the person has to sign in. */
  reason: string | undefined;
  onDone: () => void;
  onNext: (credentials: Credentials, next: NextStep) => void;
};

function FirstStep({ back, reason, onDone, onNext }: FirstProps) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const start = useMutation({
    mutationFn: () => signIn({ email, password }),
    onSuccess: (next) => onNext({ email, password }, next),
  });
  const place = placeOf(back);
  // Until the ways are known, and if they are not, the form is shown.
  const { data: ways } = useQuery(signInOptionsQuery);
  const hasPassword = ways?.PasswordSignIn ?? true;
  return (
    <AccountCard title={t.title} {...(reason === undefined ? {} : { text: reason })} onSubmit={() => start.mutate()}>
      <ProviderFailure providers={ways?.Providers ?? []} />
      {hasPassword ? (
        <>
          <EmailField value={email} onChange={setEmail} offersPasskeys />
          <PasswordField value={password} onChange={setPassword} />
          <ProblemAlert error={start.error} known={({ status }) => known(status)} />
          <Button type="submit" size="md" loading={start.isPending}>
            {t.submit}
          </Button>
          <Link to="/password-reset">{t.forgot}</Link>
        </>
      ) : (
        <p>{t.noPassword}</p>
      )}
      <Providers providers={ways?.Providers ?? []} isBesidePassword={hasPassword} back={place} />
      <Suspense>{hasPassword ? <PasskeySignIn onDone={onDone} /> : null}</Suspense>
      <Suspense>
        <ContinueAs />
      </Suspense>
    </AccountCard>
  );
}

// After a sign-in with an identity provider, the address lists the ways to take the second step.
function readMethods(factors: string | undefined): FactorMethod[] | null {
  const methods = (['Passkey', 'Totp', 'RecoveryCode'] as const).filter((method) =>
    factors?.split(',').includes(method),
  );
  return methods.length === 0 ? null : methods;
}

function reasonOf(back: string | undefined, ended: string | undefined, limit: string | undefined): string | undefined {
  const amount = Number(limit);
  if (Number.isInteger(amount) && amount > 0) {
    if (ended === 'Idle') return endedMessages.idle(amount);
    if (ended === 'Age') return endedMessages.old(amount);
  }
  return back === undefined ? undefined : t.back;
}

function known(status: number): string | null {
  return status === 401 || status === 403 ? t.wrong : null;
}

// A path within the app, except this page, that no browser takes for another site.
function placeOf(back: string | undefined): string {
  return back !== undefined && /^\/(?![/\\]|sign-in)/.test(back) ? back : '/';
}
