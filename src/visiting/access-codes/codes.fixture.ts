/** Links with access codes for tests: an application with a mail server, and the codes from its mails. */
import { type TestApp, startApp } from '../../../test/harness.ts';
import { startMailServer } from '../../platform/mail/mail-server.fixture.ts';

/** Starts an application that takes visitors' addresses from a proxy header. */
export async function startCodes() {
  const server = await startMailServer();
  const app = await startApp({ smtpUrl: server.url, webUrl: 'http://web.test', trustProxy: true });
  return { app, ...codesOf(app, server) };
}

type MailServer = Awaited<ReturnType<typeof startMailServer>>;

function codesOf(app: TestApp, server: MailServer) {
  /** A folder shared with two people with access codes, and their personal links from the real mails. */
  async function sharedByCode(more: Record<string, unknown> = {}) {
    const w = await app.world();
    const { ann } = w;
    const id = crypto.randomUUID().slice(0, 8);
    const [x, y] = [`x-${id}@recipients.test`, `y-${id}@recipients.test`];
    const folderId = await ann.folder(ann.libraryId, 'Plans');
    const documentId = await ann.document(folderId, 'a.txt', 'first');
    const share = { AllowView: true, AllowDownload: true, AccessCodeRequired: true, Recipients: [x, y], ...more };
    const { body } = await ann.api('POST', `/api/folders/${folderId}/share`, share);
    await app.runJobs();
    const [xs, ys] = [linkIn(server.takeMailTo(x).text), linkIn(server.takeMailTo(y).text)];
    const reference: string = body.ReferenceString;
    return { w, ann, folderId, documentId, reference, x, xs, y, ys, shareId: body.ShareId as number };
  }

  async function codeFor(address: string): Promise<string> {
    await app.runJobs();
    return /access code is (\d{6})\n/.exec(server.takeMailTo(address).text ?? '')?.[1] ?? '';
  }

  async function mailsTo(...addresses: string[]): Promise<number> {
    await app.runJobs();
    return server.received.filter(({ to }) => to.some((address) => addresses.includes(address))).length;
  }

  return { server, sharedByCode, codeFor, mailsTo };
}

export function linkIn(text = ''): { path: string; key: string } {
  const url = new URL(/http:\/\/web\.test\S+/.exec(text)?.[0] ?? '');
  return { path: url.pathname + url.search, key: url.searchParams.get('recipient') ?? '' };
}
