import type { SendMailOptions } from 'nodemailer';

/** The place in an email template where the logo goes, if there is one. Values are escaped, so none of them contains it. */
export const LOGO_PLACE = '<!--logo-->';

const LOGO_ID = 'logo';
const IMAGE = `<img src="cid:${LOGO_ID}" alt="" height="32" style="height:32px;max-width:160px;vertical-align:middle;margin-right:10px">`;

/**
 * The email with the logo (PNG) as a part of the message. Mail programs block remote images until the reader allows them, and
 * the request for one would reveal when the email is read.
 */
export function withLogo(html: string, logo: Buffer | null): Pick<SendMailOptions, 'html' | 'attachments'> {
  if (logo === null || !html.includes(LOGO_PLACE)) return { html };
  const part = { cid: LOGO_ID, filename: 'logo.png', content: logo, contentType: 'image/png' } as const;
  return { html: html.replace(LOGO_PLACE, IMAGE), attachments: [{ ...part, contentDisposition: 'inline' }] };
}
