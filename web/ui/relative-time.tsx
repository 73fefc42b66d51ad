import { useState } from 'react';
import { printRelative, printTime } from './format.ts';

/** How long ago something was, as of when it came into sight; when exactly, one sees by pointing at it. */
export function RelativeTime({ iso }: { iso: string }) {
  const [now] = useState(() => new Date());
  return (
    <time dateTime={iso} title={printTime(iso)}>
      {printRelative(iso, now)}
    </time>
  );
}
