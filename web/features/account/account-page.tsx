import { Title } from '@mantine/core';
import { adminTokensMessages } from '../../messages/en/admin/tokens.ts';
import { appMessages } from '../../messages/en/app.ts';
import { sessionMessages } from '../../messages/en/sign-in/sessions.ts';
import { factorMessages } from '../../messages/en/sign-in/factors.ts';
import { Factors } from '../factors/factors.tsx';
import { ShellPage } from '../shell/shell-page.tsx';
import { ChangePassword } from './change-password.tsx';
import { Identities } from './identities.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { OwnSessions } from '../sessions/own-sessions.tsx';
import css from '../shell/shell.module.css';

const t = appMessages.account;

/** The person's password, second factors, sessions and API tokens. */
export function AccountPage() {
  return (
    <ShellPage title={t.title}>
      <Title order={2} size="h4" className={css.sectionTitle}>
        {t.password}
      </Title>
      <ChangePassword />
      <Title order={2} size="h4" className={css.sectionTitle}>
        {factorMessages.title}
      </Title>
      <Factors />
      <Title order={2} size="h4" className={css.sectionTitle} id="sessions">
        {sessionMessages.title}
      </Title>
      <OwnSessions />
      <Identities />
      <Title order={2} size="h4" className={css.sectionTitle}>
        {adminTokensMessages.own.title}
      </Title>
      <OwnTokens />
    </ShellPage>
  );
}
