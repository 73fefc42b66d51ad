/** What the mail with an access code says. The subject outlives the mail, so the code is not in it. */
import { type Brand, printLetter } from '../../platform/mail/letter.ts';

/** `endsAt`: ISO 8601. */
export function codeLetter(brand: Brand, creatorName: string, code: string, endsAt: string) {
  return printLetter(brand, {
    subject: `Your access code for what ${creatorName} shares with you`,
    paragraphs: [
      `Somebody, probably you, has opened the link by which ${creatorName} shares something with you.`,
      `Your access code is ${code}`,
      `It is good until ${endsAt.slice(11, 16)} UTC. Enter it on the page of the link.`,
    ],
    note: 'If you have not opened the link, you need not do anything. Tell the code to nobody.',
  });
}
