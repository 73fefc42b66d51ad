import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { getTest } from '../../../api/admin/sign-in.ts';
import type { IdentityProvider, ProviderTest } from '../../../api/answers.ts';
import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { ProblemAlert } from '../../../ui/problem-alert.tsx';
import { TestOutcome } from './test-outcome.tsx';
import type { TestStart } from './use-provider-actions.ts';
import css from './sign-in.module.css';

const t = adminSignInMessages.test;

type Props = { providers: IdentityProvider[]; test: TestStart; onEnable: (provider: IdentityProvider) => void };

/** The result of a test: a failure before it began, or the response of the provider. */
export function TestResult({ providers, test, onEnable }: Props) {
  const { provider: providerId, test: testId } = useSearch({ strict: false });
  const navigate = useNavigate();
  const close = () => {
    test.reset();
    void navigate({ to: '/admin/sign-in', search: {}, replace: true });
  };
  const provider = test.variables ?? providers.find(({ ProviderId }) => String(ProviderId) === providerId);
  if (provider === undefined) return null;
  const again = () => test.mutate(provider);
  const failed = test.data?.check.Failure ?? null;
  if (test.error !== null || failed !== null) {
    return (
      <Frame provider={provider} onAgain={again} onClose={close}>
        <ProblemAlert error={test.error} />
        {failed === null ? null : <Failed failure={failed} reason={test.data?.check.Reason ?? null} />}
      </Frame>
    );
  }
  if (test.variables !== undefined || testId === undefined) return null;
  return (
    <CompletedTest provider={provider} testId={Number(testId)} {...{ onEnable }} onAgain={again} onClose={close} />
  );
}

type CompletedProps = {
  provider: IdentityProvider;
  testId: number;
  onEnable: (provider: IdentityProvider) => void;
  onAgain: () => void;
  onClose: () => void;
};

function CompletedTest({ provider, testId, onEnable, onAgain, onClose }: CompletedProps) {
  const { ProviderId, IsEnabled } = provider;
  const { data, error } = useQuery({
    queryKey: ['provider-test', ProviderId, testId],
    queryFn: () => getTest(ProviderId, testId),
    staleTime: 0,
  });
  const enable = () => {
    onClose();
    onEnable(provider);
  };
  const canEnable = !IsEnabled && data?.Outcome !== undefined && data.Outcome !== null;
  return (
    <Frame provider={provider} onAgain={onAgain} onClose={onClose} {...(canEnable ? { onEnable: enable } : {})}>
      <ProblemAlert error={error} known={({ status }) => (status === 404 ? t.gone : null)} />
      {data === undefined && error === null ? <Skeleton height={160} /> : null}
      {data === undefined ? null : <Result result={data} />}
    </Frame>
  );
}

function Result({ result: { IsComplete, Failure, Claims, Outcome } }: { result: ProviderTest }) {
  if (!IsComplete) return <p>{t.incomplete}</p>;
  if (Failure !== null) return <Failed failure={Failure} reason={textOf(Claims?.['reason'])} />;
  return Outcome === null || Claims === null ? null : <TestOutcome outcome={Outcome} claims={Claims} />;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

type FailedProps = { failure: keyof typeof adminSignInMessages.failures; reason: string | null };

function Failed({ failure, reason }: FailedProps) {
  return (
    <div role="alert">
      <p>
        <strong>
          {t.failed} {adminSignInMessages.failures[failure]}.
        </strong>
      </p>
      <p>{reason}</p>
    </div>
  );
}

type FrameProps = {
  provider: IdentityProvider;
  onAgain: () => void;
  onEnable?: () => void;
  onClose: () => void;
  children: React.ReactNode;
};

function Frame({ provider, onAgain, onEnable, onClose, children }: FrameProps) {
  const foot = (
    <>
      <Button variant="default" onClick={onAgain}>
        {t.again}
      </Button>
      <Button variant={onEnable === undefined ? 'filled' : 'default'} onClick={onClose}>
        {t.done}
      </Button>
      {onEnable === undefined ? null : <Button onClick={onEnable}>{t.enable}</Button>}
    </>
  );
  return (
    <Dialog title={t.title(provider.Name)} onClose={onClose} foot={foot} isWide>
      <Stack gap="sm">
        {children}
        <p className={css.quiet}>{t.nothing}</p>
      </Stack>
    </Dialog>
  );
}
