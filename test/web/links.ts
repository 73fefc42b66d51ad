/** Helpers for links and their emails. */
import PostalMime from 'postal-mime';
import type { TestApp } from '../harness.ts';
import type { Person } from '../world.ts';

export type Link = { path: string; self: string; shareId: number };

/** Shares a folder or document, and emails the recipients. */
export async function share(
  person: Person,
  item: { folderId: number } | { documentId: number },
  body: Record<string, unknown>,
): Promise<Link> {
  const [kind, id] = 'folderId' in item ? ['folders', item.folderId] : ['documents', item.documentId];
  const answer = await person.api('POST', `/api/${kind}/${id}/share`, body);
  if (answer.status !== 200) throw new Error(`Sharing was answered with ${answer.status}: ${answer.text}`);
  const { ShareId: shareId, Links: links } = answer.body;
  return { path: pathOf(links.WebUri), self: pathOf(links.Self), shareId };
}

/** The text of the newest email to an address. */
export async function newestMail({ sql }: TestApp, to: string): Promise<string> {
  const mails = await sql<{ message: Buffer }[]>`select message from mails where state = 'kept' order by mail_id desc`;
  for (const { message } of mails) {
    const mail = await PostalMime.parse(message);
    if (mail.to?.some(({ address }) => address === to)) return mail.text ?? '';
  }
  throw new Error(`There is no mail to ${to}.`);
}

/** The path of the first link in an email. */
export function linkIn(mail: string): string {
  return pathOf(/https?:\/\/\S+/.exec(mail)?.[0] ?? '');
}

/** The access code in an email. */
export function codeIn(mail: string): string {
  return (/\b\d{3} ?\d{3}\b/.exec(mail)?.[0] ?? '').replace(' ', '');
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}
