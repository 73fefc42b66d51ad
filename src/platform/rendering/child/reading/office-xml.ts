/** Texts in the XML of office documents. */
import { decodeEntities, elementsOf } from '../xml-text.ts';

/** Elements that stand for a space. */
const SPACES = /<(?:text:(?:s|tab|line-break)|a:br|w:br|w:tab)\b[^>]*>/g;

/** Texts of the elements named `name`: of their `run` elements, or all of it. Words go on across other elements. */
export function* paragraphs(xml: string, name: string, run?: string): Generator<string> {
  for (const { inner } of elementsOf(xml, name)) {
    const runs = run === undefined ? [inner] : Array.from(elementsOf(inner, run), (one) => one.inner);
    const text = decodeEntities(
      runs
        .join('')
        .replaceAll(SPACES, ' ')
        .replaceAll(/<[^>]*>/g, ''),
    );
    if (text.trim() !== '') yield text;
  }
}

export function paragraphTexts(xml: string, name: string, run?: string): string[] {
  return [...paragraphs(xml, name, run)];
}

/** The XML without the elements of this name. */
export function withoutElements(xml: string, name: string): string {
  const [open, close] = [new RegExp(`<${name}[\\s>]`, 'g'), `</${name}>`];
  const pieces: string[] = [];
  let end = 0;
  for (let found = open.exec(xml); found !== null; found = open.exec(xml)) {
    pieces.push(xml.slice(end, found.index));
    const until = xml.indexOf(close, found.index);
    end = until === -1 ? xml.length : until + close.length;
    open.lastIndex = end;
  }
  return [...pieces, xml.slice(end)].join('');
}
