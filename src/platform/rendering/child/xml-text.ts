/**
 * Extracts text from the XML of office documents without an XML parser, so that entities, document types and references
 * have no effect.
 */

const MAX_PARAGRAPHS = 400;

/** Texts of the elements named `paragraph`: the content of their `run` elements, or all of it. */
export function paragraphsOf(xml: string, names: { paragraph: string; run?: string }): string[] {
  const paragraphs: string[] = [];
  for (const { inner } of elementsOf(xml, names.paragraph)) {
    const runs = names.run === undefined ? [inner] : Array.from(elementsOf(inner, names.run), (run) => run.inner);
    const text = runs.map((run) => decodeEntities(run.replaceAll(/<[^>]*>/g, ' '))).join('');
    paragraphs.push(text.replaceAll(/\s+/g, ' ').trim());
    if (paragraphs.length >= MAX_PARAGRAPHS) break;
  }
  return paragraphs.filter((text) => text !== '');
}

/** The elements of a name with their attributes as they are written; empty ones are left out. */
export function* elementsOf(xml: string, name: string): Generator<{ attributes: string; inner: string }> {
  const open = `<${name}`;
  const close = `</${name}>`;
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const end = xml.indexOf('>', at);
    if (end === -1) return;
    // `<a:p` is also the beginning of `<a:pPr`.
    const isOther = !/[\s/>]/.test(xml.charAt(at + open.length));
    const attributes = xml.slice(at + open.length, end);
    at += open.length;
    if (isOther || xml.charAt(end - 1) === '/') continue;
    const until = xml.indexOf(close, end);
    if (until === -1) return;
    yield { attributes, inner: xml.slice(end + 1, until) };
    at = until;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Resolves characters by number, and those with a name in XML or in `names`. */
export function decodeEntities(text: string, names: Record<string, string> = {}): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? (Object.hasOwn(names, name) ? names[name] : undefined) ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}
