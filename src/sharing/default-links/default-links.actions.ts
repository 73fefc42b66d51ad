/** The caller's default link to an item, which works for anyone with the link (docs/api/shares.md#default-link; decision 0084). */
import type { Deps } from '../../platform/deps.ts';
import { transaction } from '../../platform/db/connection.ts';
import type { Actor } from '../../core/actor.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { readDocumentShare, readFolderShare } from '../share-creation/shares.body.ts';
import { insertPrepared } from '../share-creation/creation.steps.ts';
import { latestKeptExpiry } from '../shares/expiry.ts';
import { accessSharable } from '../shares/shares.access.ts';
import type { ShareRow, Shared } from '../shares/shares.queries.ts';
import type { SharingBody } from '../shares/shares.schema.ts';
import { findDefaultLink, markDefault } from './default-links.queries.ts';

const SAFE_DAYS = 7;

/** Returns the existing link unchanged, or creates one to view and download, for seven days. Requires Grant. */
export async function provideDefaultLink(deps: Deps, actor: Actor, item: Shared): Promise<ShareRow> {
  const settings = await readSettings(deps.sql, actor.deploymentId);
  const read = item.kind === 'folder' ? readFolderShare : readDocumentShare;
  const wanted = read(defaultSettings(settings), settings, actor.now);
  const latest = latestKeptExpiry(settings.MaxLinkExpirationDays, actor.now);
  // Two requests at once may both find none. The index refuses the second link, and its request then finds the first.
  return transaction(
    deps.sql,
    async (tx) => {
      await accessSharable(tx, actor, item, wanted);
      const present = await findDefaultLink(tx, actor, item, latest);
      if (present !== undefined) return present;
      const share = await insertPrepared(tx, deps, actor, item, { wanted, settings, passwordHash: null });
      await markDefault(tx, actor, item, { shareId: share.shareId, latest });
      return share;
    },
    { againOn: 'shares_default' },
  );
}

function defaultSettings({ MaxLinkExpirationDays: limit }: Settings): SharingBody {
  const ExpirationValue = Math.min(SAFE_DAYS, limit ?? SAFE_DAYS);
  return { AllowView: true, AllowDownload: true, ExpireStyle: 'days', ExpirationValue };
}
