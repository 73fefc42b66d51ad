/** Renders one email as plain text and as HTML. */
import { type Html, html } from './html.ts';

export type EmailContent = {
  subject: string;
  /** Plain text, one paragraph each. A paragraph may have line breaks. */
  paragraphs: string[];
  /** The button of the email. */
  action?: { label: string; url: string };
  /** Small print at the end: why the email was sent, and when its link expires. */
  note?: string;
};

/** The deployment's name and color. Null stands for Carrel's own. */
export type Brand = { Name: string | null; Color: string | null };

const OWN_NAME = 'Carrel';
const OWN_COLOR = '#1f4e79';

/** The deployment's name as emails show it. */
export function brandName(brand: Brand): string {
  return brand.Name ?? OWN_NAME;
}

/** The subject and both bodies of an email. */
export function renderEmail(brand: Brand, email: EmailContent): { subject: string; text: string; html: string } {
  return { subject: email.subject, text: renderText(brand, email), html: renderHtml(brand, email) };
}

function renderText(brand: Brand, { paragraphs, action, note }: EmailContent): string {
  const link = action === undefined ? [] : [`${action.label}:\n${action.url}`];
  const blocks = [...paragraphs, ...link, ...(note === undefined ? [] : [note]), `-- \n${brandName(brand)}`];
  return `${blocks.join('\n\n')}\n`;
}

// Email clients support little CSS, and only in style attributes.
const PAGE = 'margin:0;padding:24px;font-family:sans-serif;font-size:15px;line-height:1.5;color:#222222';
const HEADING = 'font-size:18px;font-weight:bold';
const BUTTON = 'display:inline-block;padding:10px 18px;border-radius:4px;color:#ffffff;text-decoration:none';
const SMALL = 'font-size:13px;color:#555555';

function renderHtml(brand: Brand, { subject, paragraphs, action, note }: EmailContent): string {
  const color = brand.Color ?? OWN_COLOR;
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="${PAGE}">
        <p style="${HEADING};color:${color}">${brandName(brand)}</p>
        ${paragraphs.map((paragraph) => html`<p>${renderLines(paragraph)}</p>`)}
        ${action === undefined ? [] : renderAction(action, color)}
        ${note === undefined ? [] : html`<p style="${SMALL}">${note}</p>`}
      </body>
    </html>`;
  return page.markup;
}

function renderLines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function renderAction({ label, url }: { label: string; url: string }, color: string): Html {
  return html`<p><a href="${url}" style="${BUTTON};background:${color}">${label}</a></p>
    <p style="${SMALL}">If the button doesn’t work, copy this link into your browser:<br />${url}</p>`;
}
