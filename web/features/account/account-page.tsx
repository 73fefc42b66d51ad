import { Title } from '@mantine/core';
import { adminTokensTexts } from '../../texts/en/admin-tokens.ts';
import { appTexts } from '../../texts/en/app.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { ChangePassword } from './change-password.tsx';
import { OwnTokens } from './own-tokens.tsx';
import { Sessions } from './sessions.tsx';
import '../library/library.css';
import './account.css';

const said = appTexts.account;

/** One's password, where one is signed in, and the programs that act as oneself. */
export function AccountPage() {
  return (
    <ShellPage title={said.title}>
      <Title order={2} size="h4" className="section-title">
        {said.password}
      </Title>
      <ChangePassword />
      <Title order={2} size="h4" className="section-title">
        {said.sessions}
      </Title>
      <Sessions />
      <Title order={2} size="h4" className="section-title">
        {adminTokensTexts.own.title}
      </Title>
      <OwnTokens />
    </ShellPage>
  );
}
