/** Renders one email as plain text and as HTML. */
import { Html, html } from './html.ts';
import { LOGO_PLACE } from './inline-logo.ts';
import { readableColor } from './readable-color.ts';

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
const OWN_COLOR = '#3451b2';

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
const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif;font-size:15px;line-height:1.5';
const PAGE = `margin:0;padding:24px 12px;background:#f7f8fa;color:#1c2430;${FONT}`;
const CARD =
  'max-width:560px;margin:0 auto;padding:28px 32px;background:#ffffff;border:1px solid #dce1e8;border-radius:12px';
const HEADING = 'margin:0 0 20px;font-size:18px;font-weight:bold';
const BUTTON =
  'display:inline-block;padding:11px 20px;border-radius:8px;color:#ffffff;font-weight:bold;text-decoration:none';
const NO_BUTTON = 'If the button doesn’t work, copy this link into your browser:';
const SMALL = 'font-size:13px;color:#545f70;overflow-wrap:anywhere';

function renderHtml(brand: Brand, { subject, paragraphs, action, note }: EmailContent): string {
  const color = readableColor(brand.Color ?? OWN_COLOR);
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${subject}</title>
      </head>
      <body style="${PAGE}">
        <div style="${CARD}">
          <p style="${HEADING};color:${color}">${new Html(LOGO_PLACE)}${brandName(brand)}</p>
          ${paragraphs.map((paragraph) => html`<p>${renderLines(paragraph)}</p>`)}
          ${action === undefined ? [] : renderAction(action, color)}
          ${note === undefined ? [] : html`<p style="${SMALL}">${note}</p>`}
        </div>
      </body>
    </html>`;
  return page.markup;
}

function renderLines(paragraph: string): Html[] {
  return paragraph.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function renderAction({ label, url }: { label: string; url: string }, color: string): Html {
  return html`<p><a href="${url}" style="${BUTTON};background:${color}">${label}</a></p>
    <p style="${SMALL}">${NO_BUTTON}<br />${url}</p>`;
}
