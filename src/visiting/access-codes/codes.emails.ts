/** Email template with an access code. Subjects are kept longer than bodies, so the subject doesn't contain the code. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';

/** `ending`: when the code expires, as the reader's clock shows it. */
export function renderAccessCodeEmail(brand: Brand, creatorName: string, code: string, ending: string) {
  return renderEmail(brand, {
    subject: `Your access code for ${creatorName}’s link`,
    paragraphs: [
      `Use this code to open the link that ${creatorName} shared with you.`,
      `Your access code is ${code}`,
      `Enter it on the page where you opened the link. It can be used once and expires at ${ending}.`,
    ],
    note: 'If you didn’t request this code, you can ignore this email. Don’t share this code with anyone.',
  });
}
