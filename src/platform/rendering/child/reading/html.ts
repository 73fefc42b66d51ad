/** The text of HTML, without an HTML parser: nothing in it has an effect. */
import { decodeEntities } from '../xml-text.ts';

/** Elements whose content is not text. */
const SILENT = new Set(['script', 'style', 'template', 'noscript']);
/** Elements inside a line. Words go on across them. */
const INLINE = new Set(
  'a abbr b bdi bdo big code em font i ins kbd mark q s small span strong sub sup tspan tt u var wbr'.split(' '),
);
/** The characters from U+00A0 on, and some others. */
const LATIN = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
).split(' ');
const NAMES: Record<string, string> = {
  ...Object.fromEntries(LATIN.map((name, at) => [name, String.fromCodePoint(0xa0 + at)])),
  euro: '€',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  OElig: 'Œ',
  oelig: 'œ',
};

/** Whether a text is an HTML page, or a fragment that begins like one. Markdown does not begin with these elements. */
export function isHtml(text: string): boolean {
  return /^\s{0,1000}(?:<\?xml[^>]{0,200}>\s{0,100})?(?:<!--[^>]{0,1000}-->\s{0,100})?<(?:!doctype\s+html|html|head|body|title|meta|link|style|script)[\s>]/i.test(
    text,
  );
}

/** The text between the tags, without scripts and styles. Each block begins a line. */
export function textOfHtml(html: string): string {
  const pieces: string[] = [];
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    pieces.push(html.slice(at, open === -1 ? undefined : open).replaceAll(/\s+/g, ' '));
    if (open === -1) break;
    const { end, name } = tagAt(html, open);
    if (name === '' && end === open + 1) pieces.push('<');
    else if (!INLINE.has(name)) pieces.push('\n');
    at = end;
  }
  return decodeEntities(pieces.join(''), NAMES);
}

/** The name of a tag and its end: of an element that is not text, the end of the element. */
function tagAt(html: string, open: number): { end: number; name: string } {
  if (html.startsWith('<!--', open)) return { end: endOf(html, '-->', open), name: 'span' };
  const [, name = ''] = /^<[/!?]?([a-z][a-z0-9-]{0,20})/i.exec(html.slice(open, open + 24)) ?? [];
  if (name === '' && !/^<[/!?]/.test(html.slice(open, open + 2))) return { end: open + 1, name };
  const end = endOf(html, '>', open);
  const lower = name.toLowerCase();
  if (!SILENT.has(lower) || html[open + 1] === '/' || html[end - 2] === '/') return { end, name: lower };
  return { end: endOfElement(html, lower, end), name: lower };
}

function endOfElement(html: string, name: string, start: number): number {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = start;
  return close.exec(html) === null ? html.length : close.lastIndex;
}

function endOf(html: string, mark: string, start: number): number {
  const at = html.indexOf(mark, start);
  return at === -1 ? html.length : at + mark.length;
}
