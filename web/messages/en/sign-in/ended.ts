/** English messages about the end of a session, on the sign-in page. */

const plural = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

export const endedMessages = {
  idle: (minutes: number) =>
    `You were signed out after ${minutes % 60 === 0 ? plural(minutes / 60, 'hour') : plural(minutes, 'minute')} of inactivity. Sign in to continue where you left off.`,
  old: (days: number) => `You were signed out ${plural(days, 'day')} after signing in. Sign in to continue.`,
} as const;
