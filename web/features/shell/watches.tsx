import { AccountWatch } from '../accounts/account-watch.ts';
import { IdleWatch } from '../sessions/idle-watch.tsx';

/** The parts of the frame that only watch the session. */
export function Watches() {
  return (
    <>
      <IdleWatch />
      <AccountWatch />
    </>
  );
}
