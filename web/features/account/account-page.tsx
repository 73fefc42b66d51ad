import { Title } from '@mantine/core';
import { adminTokensMessages } from '../../messages/en/admin-tokens.ts';
import { appMessages } from '../../messages/en/app.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { Sessions } from './sessions.tsx';
import '../library/library.module.css';
import './account.module.css';

const t = appMessages.account;

/** The person's password, sessions and API tokens. */
export function AccountPage() {
  return (
    <ShellPage title={t.title}>
      <Title order={2} size="h4" className="section-title">
        {t.password}
      </Title>
      <ChangePassword />
      <Title order={2} size="h4" className="section-title">
        {t.sessions}
      </Title>
      <Sessions />
      <Title order={2} size="h4" className="section-title">
        {adminTokensMessages.own.title}
      </Title>
      <OwnTokens />
    </ShellPage>
  );
}
