import { AccountWatch } from '../accounts/account-watch.ts';
import { IdleWatch } from '../sessions/idle-watch.tsx';

/** Parts of the app shell that watch the session and render almost nothing. */
export function Watches() {
  return (
    <>
      <IdleWatch />
      <AccountWatch />
    </>
  );
}
