import { type RefObject, useState } from 'react';
import { ApiError } from '../../../api/client.ts';
import type { Previewable } from '../../../api/documents.ts';
import { askFor, usePrepared } from '../pages/prepared.ts';
import { usePlayable } from './use-playable.ts';

/** Something to play. `isConverted`: somebody has clicked to play it. `isCut`: it is only the beginning. */
type Source = { url: string; isConverted: boolean; isCut: boolean };

/**
 * `source`: null until there is one. `convert`: asks the server to convert it; null if that was asked. `problem`: the reason why nothing can
 * be played.
 */
export type Playback = {
  source: Source | null;
  convert: (() => void) | null;
  problem: Error | null;
  giveUp: () => void;
};

/**
 * Plays the content if the reader gets it and the browser knows its format, else the server's conversion (docs/api/renditions.md#playback),
 * after a click: it takes minutes, and somebody who only looks through a folder does not need it. `kind`: the format that the element plays.
 */
export function usePlayback(
  media: RefObject<HTMLMediaElement | null>,
  { document, content, kind }: { document: Previewable; content: string; kind: 'audio' | 'video' },
): Playback {
  const own = usePlayable(media, document.kind === kind && document.hasContent);
  const [isBroken, setBroken] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const { data, error } = useConversion(document, !own.isPlayable && isWanted);
  if (own.isPlayable) {
    const source = { url: content, isConverted: false, isCut: false };
    return { source, convert: null, problem: null, giveUp: own.giveUp };
  }
  const made = data?.value ?? null;
  const url = `${document.baseUrl}/playback#${document.changedAt}`;
  return {
    source: made === null || isBroken ? null : { url, isConverted: true, isCut: made.isCut },
    convert: isWanted ? null : () => setWanted(true),
    problem: isBroken ? new ApiError(0, '') : error,
    giveUp: () => setBroken(true),
  };
}

// A HEAD request would not say why there is no conversion.
const ONE_BYTE = { range: 'bytes=0-0' };

function useConversion({ baseUrl, changedAt }: Previewable, isWanted: boolean) {
  const url = `${baseUrl}/playback`;
  const read = async (response: Response) => {
    await response.arrayBuffer();
    return { isCut: response.headers.get('x-playback-incomplete') === 'true' };
  };
  const ask = (signal: AbortSignal) => askFor(url, { signal, headers: ONE_BYTE, read });
  return usePrepared([url, changedAt], ask, isWanted);
}
