/** Mentions in the text of a comment: `@` and the name of a person, who is known by the id beside the text. Pure. */

export type Mentioned = { id: number; name: string };

/**
 * The name that is being typed before the cursor; null: none. A name has at most three words. `from`: names before this
 * position are complete.
 */
export function typedMention(text: string, cursor: number, from = 0): string | null {
  const before = text.slice(0, cursor);
  const found = /(?:^|[\s(])@([^\s@]{1,40}(?: [^\s@]{1,40}){0,2})$/u.exec(before);
  const name = found?.[1] ?? null;
  return name === null || before.length - name.length <= from ? null : name;
}

/** The text with the chosen name instead of the typed one, and the new position of the cursor. */
export function withMention(text: string, cursor: number, name: string): { text: string; cursor: number } {
  const typed = typedMention(text, cursor) ?? '';
  const before = `${text.slice(0, cursor - typed.length)}${name} `;
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length };
}

/** The ids of those whose name is still in the text. */
export function mentionsIn(text: string, people: Mentioned[]): number[] {
  return [...new Set(people.filter(({ name }) => text.includes(`@${name}`)).map(({ id }) => id))];
}

/** A part of a text, from a position on. */
export type TextPart = { at: number; text: string; isMention: boolean };

/** The parts of a text: names of mentioned people, and what is between them. Longer names first, as `Ann` begins `Anna`. */
export function splitMentions(text: string, names: string[]): TextPart[] {
  const parts: TextPart[] = [];
  const wanted = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const name = wanted.find((each) => text.startsWith(each, at + 1));
    if (name === undefined) continue;
    if (at > from) parts.push({ at: from, text: text.slice(from, at), isMention: false });
    from = at + 1 + name.length;
    parts.push({ at, text: text.slice(at, from), isMention: true });
    at = from - 1;
  }
  if (from < text.length) parts.push({ at: from, text: text.slice(from), isMention: false });
  return parts;
}
