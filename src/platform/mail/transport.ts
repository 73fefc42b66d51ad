/** How mails leave: by SMTP, or without a server as messages that the caller keeps for the site admins. */
import type { SendMailOptions } from 'nodemailer';

export type OutgoingMail = {
  mailId: number;
  /** The part before the @ of the Message-ID. The same on every attempt, so that servers can tell a repetition. */
  messageKey: string;
  to: string;
  cc: string[];
  subject: string;
  text: string;
  html: string;
  createdAt: Date;
};

export type MailTransport = {
  /**
   * Hands the mail over; rejects if it was not taken. Sending the same mail again is safe. Resolves with the message (RFC 5322)
   * if there is no mail server, and null if one has taken it.
   */
  send(mail: OutgoingMail): Promise<Buffer | null>;
};

type MailSettings = {
  /** Null: there is no mail server. */
  smtpUrl: string | null;
  mailFrom: string;
};

/** A server that does not answer must not hold a worker for nodemailer's ten minutes. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The transport of SMTP_URL, or one that only prints messages without it. */
export function createMailTransport({ smtpUrl, mailFrom }: MailSettings): MailTransport {
  return smtpUrl === null ? messageTransport(mailFrom) : smtpTransport(smtpUrl, mailFrom);
}

// nodemailer is loaded with the first mail: it takes 20 MB, and only the worker sends any.
function smtpTransport(url: string, from: string): MailTransport {
  return {
    async send(mail) {
      if (isReserved(mail.to)) return null;
      const { createTransport } = await import('nodemailer');
      const cc = mail.cc.filter((address) => !isReserved(address));
      await createTransport({ url, ...TIMEOUTS }).sendMail(messageOf({ ...mail, cc }, from));
      return null;
    },
  };
}

// A domain below `invalid` is none (RFC 6761, 6.4): a server would only send word that the mail did not arrive. `carrel demo`
// has such addresses.
function isReserved(address: string): boolean {
  return /\.invalid$/i.test(address);
}

function messageTransport(from: string): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const printer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await printer.sendMail(messageOf(mail, from));
      return message as Buffer;
    },
  };
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const { to, cc, subject, text, html, createdAt } = mail;
  return {
    from,
    to: { name: '', address: to },
    cc: cc.map((address) => ({ name: '', address })),
    subject,
    text,
    html,
    date: createdAt,
    messageId: `<${mail.messageKey}@${hostOf(from)}>`,
    // Nobody reads answers, and out-of-office programs must not write any (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    // What people put into names can never become a path or an address that the mailer opens.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function hostOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
