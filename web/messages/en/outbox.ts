/** English messages of the outbox. */

export const outboxMessages = {
  title: 'Outbox',
  explanation: 'No mail server is configured (SMTP_URL), so emails aren’t sent. They are kept here, newest first.',
  none: 'No emails yet. Emails that would be sent will appear here.',
  sent: 'A mail server sends the emails of this deployment, so none are kept here.',
  forbidden: 'Only site admins can view the outbox.',
  to: (address: string) => `To ${address}`,
  back: 'Back to outbox',
  home: 'Home',
};
