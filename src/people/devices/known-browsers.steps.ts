/** Announces sign-ins in browsers that a person has not used before (decision 0115). */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { hit } from '../../platform/limits/throttle.ts';
import type { UserKey } from '../../core/actor.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { enqueueMail } from '../../core/mails/mails.steps.ts';
import { escapeMarkup } from '../../core/notifications/markup.ts';
import { insertNotifications } from '../../core/notifications/notifications.queries.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { renderNewBrowserEmail } from './known-browsers.emails.ts';
import { findTimeZone, markSignedIn, noteBrowser, trimBrowsers } from './known-browsers.queries.ts';

/** A browser stays known this long after its last sign-in: longer than any session, so that regular users get no notices. */
export const BROWSER_KEPT_MS = 400 * 24 * 3_600_000;

/** Notices to one person. Further sign-ins in new browsers appear only in the list of sessions and in the activity log. */
const NOTICES_PER_DAY = 5;
const DAY_MS = 24 * 3_600_000;

type SignInPlace = { browserHash: Buffer; device: string | null; address: string; now: Date };

/**
 * Records the browser of a sign-in. Unless the person has used it before, or has never signed in, they get an email and a
 * notification.
 */
export async function noteSignIn(
  tx: Tx,
  { config }: Pick<Deps, 'config'>,
  user: UserKey & { name: string; email: string },
  { browserHash, device, address, now, brand }: SignInPlace & { brand: Settings['Branding'] },
): Promise<void> {
  if (!(await noteBrowser(tx, user, browserHash, now))) return;
  const isFirst = !(await markSignedIn(tx, user, now));
  await trimBrowsers(tx, user);
  if (isFirst) return;
  const { deploymentId, userId } = user;
  const throttle = { scope: 'new-browser', subject: `${deploymentId}/${userId}`, windowMs: DAY_MS };
  if ((await hit(tx, throttle, now)).hits > NOTICES_PER_DAY) return;
  const name = device ?? 'an unknown browser';
  const message = `New sign-in to your account: ${escapeMarkup(`${name}, from ${address}`)}. If this wasn’t you, sign out of it under Account security.`;
  await insertNotifications(tx, deploymentId, [userId], message, now);
  const { webUrl } = await siteOfDeployment(tx, config, deploymentId);
  const seen = {
    device: device ?? 'Unknown browser',
    address,
    at: now,
    timeZone: await findTimeZone(tx, user),
    sessionsUri: `${webUrl}/account#sessions`,
  };
  await enqueueMail(tx, {
    deploymentId,
    to: user.email,
    ...renderNewBrowserEmail(brand, user, seen),
    topic: null,
    now,
  });
}
