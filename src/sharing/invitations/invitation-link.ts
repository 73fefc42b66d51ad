/** The link for the addresses of an invitation that belong to no user. */
import type { Deps } from '../../platform/deps.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { Problem, invalidParameter, invalidParameters } from '../../platform/errors.ts';
import type { Actor } from '../../core/actor.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import type { ObjectKey } from '../../library/permissions/permissions.queries.ts';
import { assertLimitsAllowed } from '../link-uploads/upload-limits.ts';
import { readDocumentShare, readFolderShare } from '../share-creation/shares.body.ts';
import { type PreparedShare, insertPrepared, prepareShare } from '../share-creation/creation.steps.ts';
import type { ShareRow, Shared } from '../shares/shares.queries.ts';
import type { AccessBody, DocumentAccessBody, FolderAccessBody } from './invitations.schema.ts';

export type WithLink = Pick<FolderAccessBody, 'Link'> | Pick<DocumentAccessBody, 'Link'>;
type Body = AccessBody & WithLink;

/** The item and the settings of the link, which is created if an address belongs to no user. */
type PreparedLink = { shared: Shared; prepared: PreparedShare };

/** Reads the settings of the link, initially for all addresses. Null if the body has no address or no link. */
export async function prepareLink(
  deps: Deps,
  actor: Actor,
  { kind, id }: Pick<ObjectKey, 'kind' | 'id'>,
  body: Body,
  settings: Settings,
): Promise<PreparedLink | null> {
  const emails = body.To.flatMap(({ Email }) => (Email === undefined ? [] : [Email]));
  const { Link, Message } = body;
  if (kind === 'library' || Link === undefined || emails.length === 0) return null;
  const wanted = { ...Link, Recipients: emails, ...(Message === undefined ? {} : { CustomEmailText: Message }) };
  const shared = { kind, id };
  return withNames(async () => {
    assertLimitsAllowed(wanted, settings, actor);
    const read = kind === 'folder' ? readFolderShare : readDocumentShare;
    const prepared = await prepareShare(deps, actor, shared, read(wanted, settings, actor.now), settings);
    return { shared, prepared };
  });
}

/** Creates the link for these addresses and emails it. 400 if there are any and the body has no link. */
export async function insertLink(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  link: PreparedLink | null,
  outsiders: string[],
): Promise<ShareRow | null> {
  const [first] = outsiders;
  if (first === undefined) return null;
  if (link === null) throw invalidParameter('To', `No user has the address ${first}.`);
  const { shared, prepared } = link;
  const wanted = { ...prepared.wanted, recipients: outsiders };
  return insertPrepared(tx, deps, actor, shared, { ...prepared, wanted });
}

// The rules of shares name the properties of a share.
async function withNames<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.errors.length === 0) throw error;
    throw invalidParameters(error.errors.map((entry) => ({ ...entry, instance: `Link.${entry.instance}` })));
  }
}
