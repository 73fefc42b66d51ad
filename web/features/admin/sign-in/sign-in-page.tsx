import { adminSignInMessages } from '../../../messages/en/admin/sign-in.ts';
import { ShellPage } from '../../shell/shell-page.tsx';
import { Connections } from './connections.tsx';
import { Passwords } from './passwords.tsx';
import { Providers } from './providers.tsx';

const t = adminSignInMessages;

/** How people sign in, and which directories manage their accounts. */
export function AdminSignInPage() {
  return (
    <ShellPage title={t.title} text={t.text}>
      <Providers />
      <Passwords />
      <Connections />
    </ShellPage>
  );
}
