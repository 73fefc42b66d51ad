/** Texts of the mail page for site admins, in English. */

export const mailMessages = {
  section: 'Mail',
  title: 'Mail',
  text: 'What became of the mails of the last 30 days. What they say is not shown: it holds links that open things.',
  kept: 'This machine has no mail server (SMTP_URL): nothing is sent, and mails lie in its outbox.',
  toOutbox: 'Read them in the outbox',
  none: 'There is no such mail.',
  filter: 'Which mails',
  all: 'All',
  states: { Waiting: 'Waiting', Failed: 'Failed', Held: 'Held back', Sent: 'Sent', Kept: 'Kept here' },
  explained: {
    Waiting: 'Is sent as soon as it can be',
    Failed: 'Was given up',
    Held: 'Waits until the content of its link was checked',
    Sent: 'A mail server has taken it',
    Kept: 'Lies in the outbox',
  },
  to: (addresses: string[]) => `To ${addresses.join(', ')}`,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: 'next',
  error: (text: string) => `Refused: ${text}`,
  over: 'It is too old to be sent again; what led to it can be done again.',
  retry: 'Send now',
  retryOf: (subject: string) => `Send now: ${subject}`,
  retried: (subject: string) => `“${subject}” is being sent.`,
} as const;
