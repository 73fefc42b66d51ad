import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Brand } from '../../platform/mail/letter.ts';
import type { Actor } from '../../core/actor.ts';
import { countMails } from '../../core/mails/mail-limit.steps.ts';
import { enqueueMails, holdMails } from '../../core/mails/mails.steps.ts';
import type { RecipientRow } from './recipients.queries.ts';
import type { WantedLetter } from './shares.body.ts';
import { type ShareNews, shareLetter } from './shares.letters.ts';
import { personalUriOf } from './web-links.ts';

/**
 * Mails each recipient their own link, with the copies that were asked for; those of a Pending share wait until it is
 * Active. The links are in the bodies only, which are dropped once they are sent. 429 beyond the daily limit of the creator.
 */
export async function enqueueShareMails(
  tx: Tx,
  deps: Pick<Deps, 'config' | 'secretKey'>,
  creator: Actor,
  brand: Brand,
  news: ShareNews & { letter: WantedLetter },
  recipients: RecipientRow[],
): Promise<void> {
  const { kind, share, letter } = news;
  const mails = recipients.map((recipient) => ({
    deploymentId: creator.deploymentId,
    to: recipient.email,
    cc: letter.cc.filter((address) => address !== recipient.email),
    ...shareLetter(brand, creator, news, personalUriOf(deps, kind, share, recipient)),
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
