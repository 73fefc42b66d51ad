import { Menu, VisuallyHidden } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { leaveAccount } from './account-watch.ts';
import { type OtherAccount, otherAccountsQuery, parkAccount } from '../../api/sign-in/accounts.ts';
import { otherAccountMessages } from '../../messages/en/sign-in/other-accounts.ts';
import { problemText } from '../../ui/problem-text.ts';
import { DeploymentLogo } from './deployment-logo.tsx';
import { switchFailure, useSwitch } from './use-switch.ts';
import css from './accounts.module.css';

const t = otherAccountMessages;

/** The other accounts of the browser in the account menu, and a way to add one. */
export function OtherAccounts() {
  const { data: accounts = [] } = useQuery(otherAccountsQuery);
  const add = useMutation({ mutationFn: parkAccount, onSuccess: () => leaveAccount('/sign-in') });
  return (
    <>
      <Menu.Divider />
      {accounts.map((account) => (
        <Account key={account.SessionId} account={account} />
      ))}
      <Menu.Item
        closeMenuOnClick={false}
        leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
        onClick={() => add.mutate()}
      >
        {t.add}
        {add.error === null ? null : (
          <span className={css.note} role="alert">
            {problemText(add.error)}
          </span>
        )}
      </Menu.Item>
    </>
  );
}

function Account({ account: { SessionId, Email, DeploymentName, LogoUri } }: { account: OtherAccount }) {
  const change = useSwitch();
  return (
    <Menu.Item
      closeMenuOnClick={false}
      leftSection={<DeploymentLogo uri={LogoUri} />}
      onClick={() => change.mutate(SessionId)}
    >
      <VisuallyHidden>{t.switchTo}</VisuallyHidden> {DeploymentName}
      <span className={css.note}>{Email}</span>
      {change.isError ? (
        <span className={css.note} role="alert">
          {problemText(change.error, switchFailure)}
        </span>
      ) : null}
    </Menu.Item>
  );
}
