import { formatRelative, formatTime } from './format.ts';
import { useNow } from './use-now.ts';

/** How long ago something was; when exactly, one sees by pointing at it. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow(60_000);
  return (
    <time dateTime={iso} title={formatTime(iso)}>
      {formatRelative(iso, new Date(now))}
    </time>
  );
}
