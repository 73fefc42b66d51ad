import { formatMailTime } from '../../platform/mail/mail-time.ts';
import { type Brand, brandName, renderEmail } from '../../platform/mail/render-email.ts';

/** A sign-in in a browser that the person has not used before. */
export type NewBrowser = { device: string; address: string; at: Date; timeZone: string | null; sessionsUri: string };

/** To a person, after a sign-in to their account from a new browser. Cannot be turned off. */
export function renderNewBrowserEmail(brand: Brand, owner: { name: string; email: string }, seen: NewBrowser) {
  const { device, address, at, timeZone, sessionsUri } = seen;
  return renderEmail(brand, {
    subject: `New sign-in to your ${brandName(brand)} account`,
    paragraphs: [
      `Hello ${owner.name},`,
      `Someone signed in to the account ${owner.email} from a browser that you have not used before.`,
      `Device: ${device}\nTime: ${formatMailTime(at, timeZone)}\nNetwork address: ${address}`,
      'If this was you, you can ignore this email. If it wasn’t, sign out of that device, change your password right away, and contact your site admin.',
    ],
    action: { label: 'Check where you’re signed in', url: sessionsUri },
  });
}
