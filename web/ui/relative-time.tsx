import { formatRelative, formatTime } from './format.ts';
import { useNow } from './use-now.ts';

/** A relative time with the exact time on hover. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatRelative(iso, new Date(now))}
    </time>
  );
}
