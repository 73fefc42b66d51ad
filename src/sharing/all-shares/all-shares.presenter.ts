import { isReadable } from '../../library/rights/rights.ts';
import type { DeploymentShare } from './all-shares.schema.ts';
import type { DescribedShareRow } from '../shares/described.queries.ts';
import { presentState } from '../own-shares/own.presenter.ts';

/** A link for site admins, without its URL and those of its recipients (decision 0041). */
export function presentDeploymentShare(share: DescribedShareRow, now: Date): DeploymentShare {
  const { createdBy: UserId, creatorName: Name, creator: Email } = share;
  return {
    ...presentState(share, now),
    ItemName: share.name,
    Location: share.location,
    IsReadable: !share.isInTrash && isReadable(share),
    CreatedBy: { UserId, Name, Email },
    Recipients: share.recipients.map(({ email, openCount, lastOpenedAt }) => {
      return { Recipient: email, OpenCount: openCount, LastOpened: lastOpenedAt };
    }),
  };
}
