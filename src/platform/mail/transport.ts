/** How mails leave: by SMTP, or without a server as .eml files that the operator can read. */
import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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
  /** Hands the mail over; rejects if it was not taken. Sending the same mail again is safe. */
  send(mail: OutgoingMail): Promise<void>;
};

type MailSettings = {
  /** Null: mails become files in dataDir/outbox. */
  smtpUrl: string | null;
  mailFrom: string;
  dataDir: string;
};

/** A server that does not answer must not hold a worker for nodemailer's ten minutes. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** The transport of SMTP_URL, or of DATA_DIR/outbox without it. */
export function createMailTransport({ smtpUrl, mailFrom, dataDir }: MailSettings): MailTransport {
  return smtpUrl === null ? fileTransport(dataDir, mailFrom) : smtpTransport(smtpUrl, mailFrom);
}

// nodemailer is loaded with the first mail: it takes 20 MB, and only the worker sends any.
function smtpTransport(url: string, from: string): MailTransport {
  return {
    async send(mail) {
      if (isNobodys(mail.to)) return;
      const { createTransport } = await import('nodemailer');
      const cc = mail.cc.filter((address) => !isNobodys(address));
      await createTransport({ url, ...TIMEOUTS }).sendMail(messageOf({ ...mail, cc }, from));
    },
  };
}

// A domain below `invalid` is none (RFC 6761, 6.4): a server would only send word that the mail did not arrive. `carrel demo`
// has such addresses.
function isNobodys(address: string): boolean {
  return /\.invalid$/i.test(address);
}

/** Where a mail is kept while there is no mail server. */
export function outboxFile(dataDir: string, { mailId, createdAt }: Pick<OutgoingMail, 'mailId' | 'createdAt'>): string {
  return join(dataDir, 'outbox', `${createdAt.toISOString().replaceAll(':', '-')}-${mailId}.eml`);
}

function fileTransport(dataDir: string, from: string): MailTransport {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const printer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await printer.sendMail(messageOf(mail, from));
      await writeWhole(outboxFile(dataDir, mail), message as Buffer);
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

// Whoever looks into the folder sees whole mails only. They hold links that open accounts: for the owner's eyes.
async function writeWhole(path: string, content: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(`${path}.new`, 'w', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.new`, path);
}
