/** HTML of mails, made of templates that escape: `html` marks what is markup, everything put into it is text. */

/** Markup that is safe to be put into other markup as it is. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | Html | Html[];

/** Markup with values in it: text is escaped, markup and lists of markup are put in as they are. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(String.raw({ raw: strings }, ...values.map(markupOf)));
}

function markupOf(value: Value): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map((part) => part.markup).join('');
  return String(value).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
