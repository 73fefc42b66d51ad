/** Sends mail by SMTP, or without a mail server renders messages that the caller keeps for site admins. */
import type { SendMailOptions } from 'nodemailer';
import { withLogo } from './inline-logo.ts';

export type OutgoingMail = {
  mailId: number;
  /** The part of the Message-ID before the @. The same on every attempt, so that servers can detect duplicates. */
  messageKey: string;
  to: string;
  cc: string[];
  subject: string;
  text: string;
  html: string;
  /** Turns off emails of this kind; null: they are required. */
  unsubscribeUri: string | null;
  createdAt: Date;
  /** The PNG above the text, sent as a part of the message; null: none. */
  logo: Buffer | null;
};

export type MailTransport = {
  /**
   * Sends the mail; rejects if it was not accepted. Sending the same mail again is safe. Resolves with the message (RFC
   * 5322) if there is no mail server, otherwise with null.
   */
  send(mail: OutgoingMail): Promise<Buffer | null>;
};

type MailSettings = {
  /** Null: there is no mail server. */
  smtpUrl: string | null;
  mailFrom: string;
};

/** An unresponsive server must not block a worker for nodemailer's default of ten minutes. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The transport of SMTP_URL, or one that only renders messages. */
export function createMailTransport({ smtpUrl, mailFrom }: MailSettings): MailTransport {
  return smtpUrl === null ? messageTransport(mailFrom) : smtpTransport(smtpUrl, mailFrom);
}

// nodemailer is loaded for the first mail: it takes 20 MB, and only the worker sends mail.
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

/** Connects and signs in to the mail server, as for an email; rejects if it does not respond or refuses. */
export async function verifyMailServer(url: string): Promise<void> {
  const { createTransport } = await import('nodemailer');
  await createTransport({ url, ...TIMEOUTS }).verify();
}

// Domains below `invalid` do not exist (RFC 6761, 6.4): a server would only return a bounce. `carrel demo` uses such
// addresses.
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
  const { to, cc, subject, text, html, createdAt, logo } = mail;
  return {
    from,
    to: { name: '', address: to },
    cc: cc.map((address) => ({ name: '', address })),
    subject,
    text,
    ...withLogo(html, logo),
    date: createdAt,
    messageId: `<${mail.messageKey}@${hostOf(from)}>`,
    // Nobody reads replies, and out-of-office programs must not send any (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUri) },
    // User-provided names must never become a path or an address that the mailer opens.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

// One-click unsubscribe (RFC 8058). `prepared`: the address must not be folded.
function unsubscribeHeaders(uri: string | null): NonNullable<SendMailOptions['headers']> {
  if (uri === null) return {};
  return {
    'List-Unsubscribe': { prepared: true, value: `<${uri}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function hostOf(from: string): string {
  return /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
}
