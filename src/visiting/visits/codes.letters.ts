/** What the mail with an access code says. The subject outlives the mail, so the code is not in it. */
import { type Brand, printLetter } from '../../platform/mail/letter.ts';

/** `endsAt`: ISO 8601. */
export function codeLetter(brand: Brand, creatorName: string, code: string, endsAt: string) {
  return printLetter(brand, {
    subject: `Your access code for what ${creatorName} shared with you`,
    paragraphs: [
      `Use this code to open the link that ${creatorName} shared with you.`,
      `Your access code is ${code}`,
      `Enter it on the page of the link. It works once, until ${endsAt.slice(11, 16)} UTC.`,
    ],
    note: "If you didn't request this code, you can ignore this email. Don't share this code with anyone.",
  });
}
