/**
 * Turns markup from elsewhere into elements that run nothing and request nothing: no scripts, styles, forms, frames and images. The
 * page's policy would block them as well; here they are removed.
 */
import DOMPurify from 'dompurify';
import { viewMessages } from '../../../messages/en/viewer/file-views.ts';

const TAGS =
  'a abbr b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ' +
  'img input ins kbd li mark ol p pre q s samp small span strike strong sub summary sup table tbody td tfoot th thead tr tt u ul var';
const ATTRIBUTES = ['align', 'alt', 'checked', 'colspan', 'dir', 'href', 'lang', 'rowspan', 'start', 'title', 'type'];

/** Addresses that links can have. Others, as relative ones, lead nowhere. */
const LINKED = /^(?:https?:\/\/|mailto:)/i;

/** Markup with more characters is not shown. */
export const MAX_MARKUP = 2_000_000;
/** More elements take a phone seconds, in which the page does not react. */
const MANY_ELEMENTS = 20_000;

/** Whether a markup has so many elements that it is shown on request only. */
export function isLaborious(markup: string): boolean {
  let count = 0;
  for (let at = markup.indexOf('<'); at >= 0; at = markup.indexOf('<', at + 1))
    if (markup[at + 1] !== '/' && (count += 1) > MANY_ELEMENTS) return true;
  return false;
}

/** A block of code in a language that the document names. */
export type CodeBlock = { element: Element; language: string };

/** The elements of a markup, and the blocks of code among them. Headings begin below the page's own. */
export function safeElements(markup: string): { nodes: Node[]; code: CodeBlock[] } {
  // In the document of a template, nothing runs or loads, and the policy has nothing to report.
  const { content } = document.createElement('template');
  const safe = content.appendChild(content.ownerDocument.createElement('div'));
  safe.innerHTML = markup;
  const code = [...safe.querySelectorAll('pre > code[class]')].flatMap((element) => {
    const [, language] = /^language-([\w+#-]{1,30})$/.exec(element.className) ?? [];
    return language === undefined ? [] : [{ element, language }];
  });
  DOMPurify.sanitize(safe, {
    ALLOWED_TAGS: TAGS.split(' '),
    ALLOWED_ATTR: ATTRIBUTES,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    IN_PLACE: true,
  });
  for (const image of safe.querySelectorAll('img')) image.replaceWith(viewMessages.markdown.image(image.alt));
  for (const field of safe.querySelectorAll('input')) {
    field.replaceWith(field.type !== 'checkbox' ? '' : field.checked ? '☑' : '☐');
  }
  for (const link of safe.querySelectorAll('a')) makeSafe(link);
  orderHeadings(safe);
  return { nodes: [...safe.childNodes], code: code.filter(({ element }) => safe.contains(element)) };
}

// Opens in a tab of its own, which learns nothing about this page.
function makeSafe(link: HTMLAnchorElement): void {
  if (!LINKED.test(link.getAttribute('href') ?? '')) {
    link.replaceWith(...link.childNodes);
    return;
  }
  link.target = '_blank';
  link.rel = 'noopener noreferrer nofollow ugc';
}

// A screen reader relies on levels without gaps.
function orderHeadings(safe: Element): void {
  let level = 1;
  for (const heading of safe.querySelectorAll('h1, h2, h3, h4, h5, h6')) {
    level = Math.min(Number(heading.tagName.slice(1)) + 1, level + 1, 6);
    const shown = document.createElement(`h${level}`);
    shown.append(...heading.childNodes);
    heading.replaceWith(shown);
  }
}
