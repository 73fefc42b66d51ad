import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Brand } from '../../platform/mail/render-email.ts';
import type { Actor } from '../../core/actor.ts';
import { siteOfDeployment } from '../../core/hosts/sites.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { enqueueMails, holdMails } from '../../core/mails/mails.steps.ts';
import { findSubscribers } from '../../core/subscriptions/subscribers.queries.ts';
import { emailKey } from '../../platform/values/email.ts';
import type { RecipientRow } from '../shares/recipients.queries.ts';
import type { RequestedEmail } from './shares.body.ts';
import { type ShareNews, renderShareEmail } from './shares.emails.ts';
import { personalUriOf } from '../shares/web-links.ts';

type ShareMailing = { brand: Brand; news: ShareNews & { email: RequestedEmail }; recipients: RecipientRow[] };

/**
 * Mails each recipient their own link, and the requested copies; mails of a Pending share are held until it is Active.
 * The links are in the bodies only, which are deleted after sending. 429 beyond the daily limit of the creator.
 */
export async function enqueueShareMails(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'secretKey'>,
  creator: Actor,
  { brand, news, recipients }: ShareMailing,
): Promise<void> {
  const { kind, share, email } = news;
  const config = await siteOfDeployment(tx, deps.config, creator.deploymentId);
  const people = await findSubscribers(
    tx,
    creator.deploymentId,
    recipients.map(({ email: address }) => address),
  );
  const zoneOf = (address: string) => people.get(emailKey(address))?.timeZone ?? null;
  const mails = recipients.map((recipient) => ({
    deploymentId: creator.deploymentId,
    to: recipient.email,
    cc: email.cc.filter((address) => address !== recipient.email),
    ...renderShareEmail(brand, creator, news, {
      url: personalUriOf({ config, secretKey: deps.secretKey }, kind, share, recipient),
      timeZone: zoneOf(recipient.email),
    }),
    // Not optional: a person sends it, and for a link with an access code it is the only way in.
    topic: null,
    now: creator.now,
  }));
  await countMails(
    tx,
    creator,
    mails.reduce((count, { cc }) => count + 1 + cc.length, 0),
  );
  if (share.status === 'Pending') await holdMails(tx, share.shareId, mails);
  else await enqueueMails(tx, creator.deploymentId, mails);
}
