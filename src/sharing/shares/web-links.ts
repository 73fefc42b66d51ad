import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { recipientKeyOf, referenceOf } from './reference.ts';
import type { ShareRow, Shared } from './shares.queries.ts';
import type { RecipientRow } from './recipients.queries.ts';

/** `config`: the site whose address the links have. */
export type LinkParts = Pick<Deps, 'secretKey'> & { config: Pick<Config, 'baseUrl' | 'webUrl'> };
type LinkedShare = Pick<ShareRow, 'itemId' | 'referenceSalt'>;

/** The page of a share. With an access code it asks visitors for their personal link and sends nothing. */
export function webUriOf({ config, secretKey }: LinkParts, kind: Shared['kind'], share: LinkedShare): string {
  return `${config.webUrl}/${kind}/${share.itemId}/share/${referenceOf(secretKey, share.referenceSalt)}`;
}

/** The personal link of one recipient to the same page. */
export function personalUriOf(
  deps: LinkParts,
  kind: Shared['kind'],
  share: LinkedShare,
  recipient: Pick<RecipientRow, 'keySalt'>,
): string {
  return `${webUriOf(deps, kind, share)}?recipient=${recipientKeyOf(deps.secretKey, recipient.keySalt)}`;
}

/** The link of an assignee without an account to the page of the task, which the hidden share opens. */
export function taskUriOf(
  { config, secretKey }: LinkParts,
  taskId: number,
  share: Pick<LinkedShare, 'referenceSalt'>,
  recipient: Pick<RecipientRow, 'keySalt'>,
): string {
  const reference = referenceOf(secretKey, share.referenceSalt);
  return `${config.webUrl}/task/${taskId}/link/${reference}?recipient=${recipientKeyOf(secretKey, recipient.keySalt)}`;
}
