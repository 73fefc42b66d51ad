/** English messages of the email page for site admins. */

export const mailMessages = {
  section: 'Email',
  title: 'Email',
  text: 'Delivery status of emails from the last 30 days. Contents are hidden because they include personal links.',
  kept: 'No mail server is configured (SMTP_URL). Emails are kept in the outbox and aren’t sent.',
  toOutbox: 'Open outbox',
  none: 'No emails. Emails from the last 30 days will appear here.',
  filter: 'Status',
  all: 'All',
  states: { Waiting: 'Waiting', Failed: 'Failed', Held: 'On hold', Sent: 'Sent', Kept: 'In outbox' },
  explained: {
    Waiting: 'Waiting to be sent',
    Failed: 'Couldn’t be delivered',
    Held: 'Waiting for the check of the shared content',
    Sent: 'Accepted by the mail server',
    Kept: 'Kept in the outbox',
  },
  columns: { subject: 'Subject', to: 'To', state: 'Status', date: 'Date' },
  copies: (addresses: string[]) => `Copy to ${addresses.join(', ')}`,
  attempts: (count: number) => (count === 1 ? '1 attempt' : `${count} attempts`),
  next: 'next attempt',
  error: (text: string) => `Error: ${text}`,
  tooOld: 'This email is too old to resend. Repeat the action that sent it.',
  retry: 'Send now',
  retryOf: (subject: string) => `Send now: ${subject}`,
  retried: (subject: string) => `Sending “${subject}”.`,
} as const;
