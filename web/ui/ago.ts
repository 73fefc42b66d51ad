/** How long ago something was, as people of the browser's language say it. */

const STEPS = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** After which only the date says something. */
const MAX_DAYS = 14;

/** `3 minutes ago`, `yesterday`, `4 May 2026`. What is ahead by a clock that differs is now. */
export function printAgo(iso: string, now: number): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const step = STEPS.find((candidate) => seconds >= candidate.seconds);
  const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
  if (step === undefined) return ago.format(0, 'second');
  const count = Math.floor(seconds / step.seconds);
  if (step.unit === 'day' && count > MAX_DAYS) {
    return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format(new Date(iso));
  }
  return ago.format(-count, step.unit);
}
