import { Button, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type OtherAccount, endOtherAccounts, otherAccountsQuery } from '../../api/sign-in/accounts.ts';
import { appMessages } from '../../messages/en/app.ts';
import { otherAccountMessages } from '../../messages/en/sign-in/other-accounts.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { clearRecentSearches } from '../search/recent-searches.ts';
import { DeploymentLogo } from './deployment-logo.tsx';
import { switchFailure, useSwitch } from './use-switch.ts';
import css from './accounts.module.css';

const t = otherAccountMessages;

/** Accounts on the sign-in page that the browser is already signed in to. */
export function ContinueAs() {
  const queries = useQueryClient();
  const { data: accounts = [] } = useQuery(otherAccountsQuery);
  const change = useSwitch();
  const end = useMutation({
    mutationFn: endOtherAccounts,
    onSuccess: () => {
      clearRecentSearches();
      queries.setQueryData(otherAccountsQuery.queryKey, []);
    },
  });
  if (accounts.length === 0) return null;
  return (
    <Stack gap="xs">
      <Stack component="ul" gap="xs" p={0} m={0} aria-label={t.list} className={css.list ?? ''}>
        {accounts.map((account) => (
          <li key={account.SessionId}>
            <AccountButton
              account={account}
              isBusy={change.isPending && change.variables === account.SessionId}
              onChoose={() => change.mutate(account.SessionId)}
            />
          </li>
        ))}
      </Stack>
      <ProblemAlert error={change.error} known={switchFailure} />
      <Button type="button" size="md" variant="subtle" loading={end.isPending} onClick={() => end.mutate()}>
        {appMessages.user.signOutOfAll}
      </Button>
      <ProblemAlert error={end.error} known={() => t.signOutFailed} />
    </Stack>
  );
}

type ButtonProps = { account: OtherAccount; isBusy: boolean; onChoose: () => void };

function AccountButton({ account: { DeploymentName, Email, LogoUri }, isBusy, onChoose }: ButtonProps) {
  return (
    <Button
      type="button"
      size="md"
      variant="default"
      fullWidth
      h="auto"
      py="xs"
      leftSection={<DeploymentLogo uri={LogoUri} />}
      loading={isBusy}
      onClick={onChoose}
    >
      <span>
        {t.continueIn(DeploymentName)} <span className={css.note}>{Email}</span>
      </span>
    </Button>
  );
}
