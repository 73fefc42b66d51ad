/** A real SMTP server on loopback for tests. It stores received mail and can refuse it. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = { to: string[]; raw: string; mail: Email };

export type MailServer = {
  url: string;
  received: ReceivedMail[];
  /** Refuses the next `count` mails with 451. */
  refuseNext(count: number): void;
  /** Accepts the next mail without sending a response. */
  fallSilentAtNext(): void;
  /** The only mail to this address since the last call. */
  takeMailTo(address: string): Email;
};

/** Starts a server for one test file; it stops with the file. */
export async function startMailServer(): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  let refusals = 0;
  let isSilent = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (refusals === 0) return done();
      refusals -= 1;
      return done(Object.assign(new Error(`<${address}> try again later`), { responseCode: 451 }));
    },
    onData(stream, session, done) {
      const to = session.envelope.rcptTo.map((recipient) => recipient.address);
      const answers = !isSilent;
      isSilent = false;
      keep(received, to, stream).then(() => answers && done(), done);
    },
  });
  // A client that is killed while sending breaks its connection, which is not the server's fault.
  server.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') throw error;
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  after(() => new Promise<void>((done) => server.close(done)));
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received,
    refuseNext(count) {
      refusals = count;
    },
    fallSilentAtNext() {
      isSilent = true;
    },
    takeMailTo(address) {
      const found = received.filter(({ to }) => to.includes(address));
      if (found[0] === undefined || found.length > 1) throw new Error(`${address} has got ${found.length} mails.`);
      received.splice(received.indexOf(found[0]), 1);
      return found[0].mail;
    },
  };
}

async function keep(received: ReceivedMail[], to: string[], stream: Readable): Promise<void> {
  const raw = await text(stream);
  received.push({ to, raw, mail: await PostalMime.parse(raw) });
}
