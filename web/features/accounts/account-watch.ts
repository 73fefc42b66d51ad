import { useEffect } from 'react';
import { SIGNED_OUT } from '../../api/client.ts';
import { startAgain } from '../../shown-account.ts';

const CHANNEL = 'carrel-account';

/** Loads a page anew in this tab and the home page in all others, as the account to which the browser has switched. */
export function leaveAccount(path: string): void {
  channel().postMessage(null);
  startAgain(path);
}

/** Follows other tabs that switch the account, and asks for the account if the browser restores a page that it had left. */
export function AccountWatch(): null {
  useEffect(() => {
    const stopping = new AbortController();
    const follow = () => startAgain('/');
    const ask = ({ persisted }: PageTransitionEvent) => persisted && window.dispatchEvent(new Event(SIGNED_OUT));
    channel().addEventListener('message', follow, { signal: stopping.signal });
    window.addEventListener('pageshow', ask, { signal: stopping.signal });
    return () => stopping.abort();
  }, []);
  return null;
}

// One for the tab: a message goes to all other channels of this name, also to others of the same tab.
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  return (opened ??= new BroadcastChannel(CHANNEL));
}
