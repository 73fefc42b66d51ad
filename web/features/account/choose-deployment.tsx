import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Credentials, signIn } from '../../api/account.ts';
import type { DeploymentToChoose, NextStep } from '../../api/sign-in/deployments.ts';
import { chooseDeploymentMessages } from '../../messages/en/sign-in/choose-deployment.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { usePreference } from '../shell/use-preference.ts';
import { AccountCard } from './account-card.tsx';
import { ownAddress } from '../../ui/look/own-address.ts';
import css from './account.module.css';

const t = chooseDeploymentMessages;

const LAST = {
  name: 'last-deployment',
  usual: null,
  isValid: (value: unknown): value is number | null => value === null || Number.isSafeInteger(value),
};

type Props = {
  credentials: Credentials;
  deployments: readonly DeploymentToChoose[];
  onNext: (next: NextStep) => void;
  onBack: () => void;
};

/** A choice of the deployments that accept the password. The most recently chosen one comes first. */
export function ChooseDeployment({ credentials, deployments, onNext, onBack }: Props) {
  const [last, setLast] = usePreference<number | null>(LAST);
  const choose = useMutation({
    mutationFn: (deploymentId: number) => signIn({ ...credentials, deploymentId }),
    onSuccess: (next, deploymentId) => {
      setLast(deploymentId);
      onNext(next);
    },
  });
  const ordered = [...deployments].sort((a, b) => Number(b.DeploymentId === last) - Number(a.DeploymentId === last));
  return (
    <AccountCard title={t.title} text={t.text(credentials.email)} onSubmit={() => {}}>
      <ProblemAlert error={choose.error} known={({ status }) => (status === 401 || status === 403 ? t.ended : null)} />
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list} className={css.choices ?? ''}>
        {ordered.map((deployment) => (
          <li key={deployment.DeploymentId}>
            <Choice
              deployment={deployment}
              isLast={deployment.DeploymentId === last}
              isLoading={choose.isPending && choose.variables === deployment.DeploymentId}
              onChoose={() => choose.mutate(deployment.DeploymentId)}
            />
          </li>
        ))}
      </Stack>
      <Anchor component="button" type="button" ta="start" mih={44} onClick={onBack}>
        {t.back}
      </Anchor>
    </AccountCard>
  );
}

type ChoiceProps = {
  deployment: DeploymentToChoose;
  isLast: boolean;
  isLoading: boolean;
  onChoose: () => void;
};

function Choice({ deployment: { Name, LogoUri }, isLast, isLoading, onChoose }: ChoiceProps) {
  return (
    <Button
      type="button"
      size="md"
      variant="default"
      fullWidth
      loading={isLoading}
      leftSection={LogoUri === null ? undefined : <img className={css.choiceLogo} src={ownAddress(LogoUri)} alt="" />}
      rightSection={isLast ? <Text size="sm">{t.last}</Text> : undefined}
      onClick={onChoose}
    >
      {Name}
    </Button>
  );
}
