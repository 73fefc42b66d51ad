/** The markup of messages: `[@Key=id]text[/]` mentions an object, and a backslash escapes the next character. */

/** Text, with the path of the page that it links to, if any. */
export type MessagePart = {
  /** The offset in the message. */
  at: number;
  text: string;
  /** Whether it mentions an object. */
  isName: boolean;
  href: string | null;
};

const PAGES = new Map([
  ['DocumentId', '/documents/'],
  ['FolderId', '/folders/'],
  ['LibraryId', '/libraries/'],
  ['TaskId', '/tasks/'],
  ['SavedSearchId', '/searches/'],
]);

// Escapes, opening tags, closing tags, and any other character.
const TOKEN = /\\(.)|\[@(\w+)=(\d+)\]|(\[\/\])|./gsu;

/** The parts of a message. Paths are built from a known key and a number, so a message cannot link elsewhere. */
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
