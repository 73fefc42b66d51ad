/** Email template with an access code. Subjects are kept longer than bodies, so the subject doesn't contain the code. */
import { type Brand, renderEmail } from '../../platform/mail/render-email.ts';

/** `endsAt`: ISO 8601. */
export function renderAccessCodeEmail(brand: Brand, creatorName: string, code: string, endsAt: string) {
  return renderEmail(brand, {
    subject: `Your access code for ${creatorName}’s link`,
    paragraphs: [
      `Use this code to open the link that ${creatorName} shared with you.`,
      `Your access code is ${code}`,
      `Enter it on the page where you opened the link. It can be used once and expires at ${endsAt.slice(11, 16)} UTC.`,
    ],
    note: 'If you didn’t request this code, you can ignore this email. Don’t share this code with anyone.',
  });
}
