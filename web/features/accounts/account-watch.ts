import { useEffect } from 'react';
import { SIGNED_OUT } from '../../api/client.ts';
import { startAgain } from '../../shown-account.ts';

const CHANNEL = 'carrel-account';

/** Reloads this tab at a page and all other tabs at the home page, for the account to which the browser has switched. */
export function leaveAccount(path: string): void {
  channel().postMessage(null);
  startAgain(path);
}

/** Reacts to a switch of the account in another tab, and checks the account when the browser restores a page from its cache. */
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

// One channel for each tab: a message goes to all other channels of this name, including those of the same tab.
let opened: BroadcastChannel | undefined;

function channel(): BroadcastChannel {
  return (opened ??= new BroadcastChannel(CHANNEL));
}
