/** The markup of messages: `[@Key=id]text[/]` stands for a thing; a backslash makes what follows plain text. */

/** Text, and the address of the page that it leads to, if there is one. */
export type MessagePart = {
  /** Where it begins in the message. */
  at: number;
  text: string;
  /** It stands for something. */
  isName: boolean;
  href: string | null;
};

const PAGES = new Map([
  ['DocumentId', '/documents/'],
  ['FolderId', '/folders/'],
  ['LibraryId', '/libraries/'],
  ['TaskId', '/tasks/'],
]);

// Escapes, openings, closings, and any other character.
const TOKEN = /\\(.)|\[@(\w+)=(\d+)\]|(\[\/\])|./gsu;

/** What a message consists of. Addresses are made here of a known key and a number: a message can name no other. */
export function partsOf(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let part: MessagePart = { at: 0, text: '', isName: false, href: null };
  const begin = (next: MessagePart) => {
    if (part.text !== '') parts.push(part);
    part = next;
  };
  for (const match of message.matchAll(TOKEN)) {
    const [token, escaped, key, id, closing] = match;
    if (key !== undefined) begin({ at: match.index, text: '', isName: true, href: hrefOf(key, id) });
    else if (closing !== undefined) begin({ at: match.index, text: '', isName: false, href: null });
    else part.text += escaped ?? token;
  }
  begin(part);
  return parts;
}

/** The message as plain text. */
export const textOf = (parts: MessagePart[]): string => parts.map(({ text }) => text).join('');

function hrefOf(key: string, id = ''): string | null {
  const page = PAGES.get(key);
  return page === undefined ? null : `${page}${id}`;
}
