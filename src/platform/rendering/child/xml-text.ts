/**
 * Extracts text from the XML of office documents without an XML parser, so that entities, document types and references
 * have no effect.
 */

const MAX_PARAGRAPHS = 400;

/** Texts of the elements named `paragraph`: the content of their `run` elements, or all of it. */
export function paragraphsOf(xml: string, names: { paragraph: string; run?: string }): string[] {
  const paragraphs: string[] = [];
  for (const inner of elements(xml, names.paragraph)) {
    const runs = names.run === undefined ? [inner] : [...elements(inner, names.run)];
    const text = runs.map((run) => decode(run.replaceAll(/<[^>]*>/g, ' '))).join('');
    paragraphs.push(text.replaceAll(/\s+/g, ' ').trim());
    if (paragraphs.length >= MAX_PARAGRAPHS) break;
  }
  return paragraphs.filter((text) => text !== '');
}

function* elements(xml: string, name: string): Generator<string> {
  const open = `<${name}`;
  const close = `</${name}>`;
  for (let at = xml.indexOf(open); at !== -1; at = xml.indexOf(open, at)) {
    const end = xml.indexOf('>', at);
    if (end === -1) return;
    // `<a:p` is also the beginning of `<a:pPr`.
    const isOther = !/[\s/>]/.test(xml.charAt(at + open.length));
    at += open.length;
    if (isOther || xml.charAt(end - 1) === '/') continue;
    const until = xml.indexOf(close, end);
    if (until === -1) return;
    yield xml.slice(end + 1, until);
    at = until;
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decode(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = name[1] === 'x' || name[1] === 'X' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}
