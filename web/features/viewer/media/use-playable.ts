import { type RefObject, useEffect, useState } from 'react';

const CHECK_MS = 3000;

type Playable = { isPlayable: boolean; giveUp: () => void };

/** Whether the browser can play a film or sound. `canTry`: it knows the format. */
export function usePlayable(media: RefObject<HTMLMediaElement | null>, canTry: boolean): Playable {
  const [isPlayable, setPlayable] = useState(canTry);
  // A source can fail without an event that the element gets.
  useEffect(() => {
    if (!isPlayable) return;
    const timer = setInterval(() => {
      const element = media.current;
      if (element !== null && hasFailed(element)) setPlayable(false);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [media, isPlayable]);
  return { isPlayable, giveUp: () => setPlayable(false) };
}

// An idle element without metadata may only be waiting for its reader: some phones load nothing before a tap.
const hasFailed = ({ error, networkState, readyState }: HTMLMediaElement): boolean =>
  error !== null ||
  (readyState === HTMLMediaElement.HAVE_NOTHING && networkState === HTMLMediaElement.NETWORK_NO_SOURCE);
