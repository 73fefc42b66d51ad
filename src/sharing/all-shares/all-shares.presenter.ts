import { isReadable } from '../../library/rights/rights.ts';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import type { DeploymentShare } from './all-shares.schema.ts';
import type { DescribedShareRow } from '../shares/described.queries.ts';
import { presentState, presentUsage } from '../own-shares/own.presenter.ts';

/** A link for site admins, without its URL and those of its recipients (decision 0041). */
export function presentDeploymentShare(baseUrl: string, share: DescribedShareRow, now: Date): DeploymentShare {
  return {
    ...presentState(share, now),
    ItemName: share.name,
    Location: share.location,
    IsReadable: !share.isInTrash && isReadable(share),
    CreatedBy: presentPerson(baseUrl, share.creatorPerson),
    Recipients: share.recipients.map(({ email, keySalt: _key, ...usage }) => {
      return { Recipient: email, ...presentUsage(usage) };
    }),
  };
}
