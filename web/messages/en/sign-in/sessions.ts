/** English messages about the devices in which a person is signed in. */

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`);

export const sessionMessages = {
  title: 'Where you’re signed in',
  here: 'This browser',
  unknown: 'Unknown browser',
  used: 'Last used',
  from: (address: string) => `from ${address}`,
  signedIn: 'signed in',
  with: (methods: string) => `with ${methods}`,
  methods: {
    Password: 'password',
    Provider: 'your organization',
    Passkey: 'passkey',
    Totp: 'authenticator app',
    RecoveryCode: 'recovery code',
  },
  end: 'Sign out',
  endOf: (device: string, time: string) => `Sign out of ${device}, signed in ${time}`,
  endOthers: 'Sign out everywhere else',
  everywhere: 'Sign out everywhere',
  ask: {
    title: 'Sign out everywhere?',
    text: 'You’re signed out in all browsers, including this one. The next sign-in in each is announced by email. API tokens keep working.',
    action: 'Sign out everywhere',
  },
  limits: (idle: string | null, days: number) =>
    idle === null
      ? `You’re signed out ${count(days, 'day', 'days')} after signing in.`
      : `You’re signed out after ${idle} without use, and ${count(days, 'day', 'days')} after signing in.`,
  ended: 'Signed out.',
  person: {
    open: 'View sessions',
    title: (name: string) => `Where ${name} is signed in`,
    none: 'Not signed in anywhere.',
    askTitle: (name: string) => `Sign ${name} out everywhere?`,
    askText: 'All their browsers are signed out now. Their API tokens keep working.',
    done: (name: string) => `${name} signed out everywhere.`,
  },
  idle: {
    title: 'Are you still there?',
    text: (time: string) => `You’ll be signed out at ${time} because you haven’t used this page.`,
    stay: 'Stay signed in',
  },
} as const;

/** `30 minutes`, `12 hours`, `2 days`. */
export function durationText(minutes: number): string {
  if (minutes % 1440 === 0) return count(minutes / 1440, 'day', 'days');
  return minutes % 60 === 0 ? count(minutes / 60, 'hour', 'hours') : count(minutes, 'minute', 'minutes');
}
