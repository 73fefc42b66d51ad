/** What a mail says, written once and printed twice: as plain text and as HTML. */
import { type Html, html } from './html.ts';

export type Letter = {
  subject: string;
  /** Each a paragraph of plain text; it may have line breaks. */
  paragraphs: string[];
  /** The one thing that the reader is asked to do. */
  action?: { label: string; url: string };
  /** Small print below: why the mail was sent, and until when the link is good. */
  note?: string;
};

/** How the deployment presents itself; null: as Carrel. */
export type Brand = { Name: string | null; Color: string | null };

const OWN_NAME = 'Carrel';
const OWN_COLOR = '#1f4e79';

/** The deployment's name as mails show it. */
export function brandName(brand: Brand): string {
  return brand.Name ?? OWN_NAME;
}

/** The three parts that a mail is sent with. */
export function printLetter(brand: Brand, letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: printText(brand, letter), html: printHtml(brand, letter) };
}

function printText(brand: Brand, { paragraphs, action, note }: Letter): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const blocks = [...paragraphs, ...link, ...(note === undefined ? [] : [note]), `-- \n${brandName(brand)}`];
  return `${blocks.join('\n\n')}\n`;
}

// Mail programs know little CSS, and only in style attributes.
const PAGE = 'margin:0;padding:24px;font-family:sans-serif;font-size:15px;line-height:1.5;color:#222222';
const HEADING = 'font-size:18px;font-weight:bold';
const BUTTON = 'display:inline-block;padding:10px 18px;border-radius:4px;color:#ffffff;text-decoration:none';
const SMALL = 'font-size:13px;color:#555555';

function printHtml(brand: Brand, { subject, paragraphs, action, note }: Letter): string {
  const color = brand.Color ?? OWN_COLOR;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="${PAGE}">
        <p style="${HEADING};color:${color}">${brandName(brand)}</p>
        ${paragraphs.map((paragraph) => html`<p>${printLines(paragraph)}</p>`)}
        ${action === undefined ? [] : printAction(action, color)}
        ${note === undefined ? [] : html`<p style="${SMALL}">${note}</p>`}
      </body>
    </html>`;
  return page.markup;
}

function printLines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function printAction({ label, url }: { label: string; url: string }, color: string): Html {
  return html`<p><a href="${url}" style="${BUTTON};background:${color}">${label}</a></p>
    <p style="${SMALL}">If the button does not work, open this address:<br />${url}</p>`;
}
