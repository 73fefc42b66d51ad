import { operations } from '../../platform/openapi/operations.ts';

export const mailDocs = operations('Operation', {
  listMails: {
    summary: 'List the emails of the deployment',
    description:
      'Returns the emails of the last 30 days, newest first, without their text. Without `top` the list is complete. For site ' +
      'admins.',
    answers: { 200: 'The emails.' },
  },
  retryMail: {
    summary: 'Send an email now',
    description: 'Sends an email now that waits for its next attempt or has failed. For site admins.',
    answers: {
      204: 'The email is sent in the background.',
      404: 'No such email exists.',
      409: 'The email was sent, or it is held until the content of its link was checked.',
      410: 'The email is older than 7 days, and its text was deleted.',
    },
  },
  listKeptMails: {
    summary: 'List the emails in the outbox',
    description:
      'Returns the emails that the server keeps because the operator has not configured a mail server (`SMTP_URL`), newest ' +
      'first. For site admins.',
    answers: { 200: 'The kept emails.', 404: 'Emails are sent by SMTP, so there is no outbox.' },
  },
  getKeptMailMessage: {
    summary: 'Get an email from the outbox',
    description:
      'Returns an email as it would have been sent. Reading it is recorded as `MailViewed`. For site admins.',
    answers: {
      200: {
        description: 'The email in the format of RFC 5322.',
        content: { 'message/rfc822': { schema: { type: 'string', description: 'The message with its headers.' } } },
      },
      404: 'No such email exists, or emails are sent by SMTP.',
    },
  },
});
