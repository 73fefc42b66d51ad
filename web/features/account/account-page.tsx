import { Title } from '@mantine/core';
import { appTexts } from '../../texts/en/app.ts';
import { ShellPage } from '../shell/shell-page.tsx';
import { ChangePassword } from './change-password.tsx';
import { Sessions } from './sessions.tsx';
import '../library/library.css';

const said = appTexts.account;

/** One's password, and where one is signed in. */
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
    </ShellPage>
  );
}
