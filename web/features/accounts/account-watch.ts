import { useEffect } from 'react';
import { startAgain } from '../../shown-account.ts';

const CHANNEL = 'carrel-account';

/** Loads a page anew in this tab and the home page in all others, as the account to which the browser has switched. */
export function leaveAccount(path: string): void {
  channel().postMessage(null);
  startAgain(path);
}

/** Follows other tabs that switch the account. */
export function AccountWatch(): null {
  useEffect(() => {
    const follow = () => startAgain('/');
    channel().addEventListener('message', follow);
    return () => channel().removeEventListener('message', follow);
  }, []);
  return null;
}

// One for the tab: a message goes to all other channels of this name, also to others of the same tab.
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  return (opened ??= new BroadcastChannel(CHANNEL));
}
