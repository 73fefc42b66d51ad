import { adminTexts } from '../../texts/en/admin.ts';
import { ShellPage } from '../shell/shell-page.tsx';

/** Where site admins begin. */
export function AdminHomePage() {
  return <ShellPage title={adminTexts.title} />;
}
