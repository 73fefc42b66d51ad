/** Folders are shared with colleagues; links go to outsiders, who open them, view, download and upload. */
import { minutesAfter, workingMoment } from '../calendar.ts';
import { OPENED, type Outsider } from '../company.ts';
import { contentOf } from '../contents.ts';
import { type Stage, type StagedPaper, actorOf, addressOf, documentIdOf, found, plan, planAfter } from '../stage.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import { transaction } from '../../platform/db/connection.ts';
import { recordRead } from '../../core/activity/activity.queries.ts';
import type { Actor } from '../../core/actor.ts';
import { createDocument } from '../../library/documents/documents.create.ts';
import { setPermissions } from '../../library/permissions/permissions.actions.ts';
import { listRecipients } from '../../sharing/shares/recipients.queries.ts';
import { recipientKeyOf, referenceOf } from '../../sharing/shares/reference.ts';
import { revokeShare } from '../../sharing/shares/shares.actions.ts';
import { createDocumentShare, createFolderShare } from '../../sharing/share-creation/shares.create.ts';
import type { ShareRow, Shared } from '../../sharing/shares/shares.queries.ts';
import { noteVisitorsUpload } from '../../sharing/link-uploads/upload-notices.ts';
import { noteOpening } from '../../visiting/visits/openings.queries.ts';
import { findVisitedShare } from '../../visiting/visits/visits.queries.ts';
import { LINKS, type Link } from './links.ts';
import { storeUpload } from './writing.ts';

/** Plans the links, their openings, and revocations. */
export function planSharing(stage: Stage): void {
  for (const link of LINKS) {
    const paper = stage.papers.find(({ folder, name }) => `${folder}/${name}` === link.item);
    const happens = (at: Date) => makeLink(stage, link, paper, at);
    if (paper === undefined) plan(stage, workingMoment(stage.now, link.days, stage.random), happens);
    else planAfter(stage, paper, link.days, happens);
  }
}

async function makeLink(stage: Stage, link: Link, paper: StagedPaper | undefined, at: Date): Promise<void> {
  const shared = sharedOf(stage, link, paper);
  const made = await create(stage, link, shared, at);
  planVisits(stage, link, made, at);
  if (link.revokedAfter === undefined) return;
  const end = minutesAfter(at, link.revokedAfter * 1440);
  plan(stage, end, (now) => revokeShare(stage.deps, actorOf(stage, link.by, now), shared, made.shareId));
}

/** Plans shares between colleagues. */
export function planOpening(stage: Stage): void {
  for (const { folder, by, to, daysAgo, allow: Allow } of OPENED) {
    const entry = { UserId: found(stage.people, to).userId, Allow };
    const folderId = found(stage.folders, folder);
    plan(stage, workingMoment(stage.now, daysAgo, stage.random), (at) =>
      setPermissions(stage.deps, actorOf(stage, by, at), 'folder', folderId, [entry]),
    );
  }
}

function sharedOf(stage: Stage, { item }: Link, paper: StagedPaper | undefined): Shared {
  return paper === undefined
    ? { kind: 'folder', id: found(stage.folders, item) }
    : { kind: 'document', id: documentIdOf(paper) };
}

async function create(stage: Stage, link: Link, { kind, id }: Shared, at: Date): Promise<ShareRow> {
  const actor = actorOf(stage, link.by, at);
  const Recipients = link.to.map((outsider) => addressOf(stage, outsider));
  const until = link.goodFor === undefined ? {} : { ExpireStyle: 'days' as const, ExpirationValue: link.goodFor };
  const body = { AllowView: true, Recipients, CustomEmailText: link.message, ...until, ...link.more };
  return kind === 'folder'
    ? createFolderShare(stage.deps, actor, id, body)
    : createDocumentShare(stage.deps, actor, id, body);
}

function planVisits(stage: Stage, link: Link, share: ShareRow, madeAt: Date): void {
  const { random, now } = stage;
  const days = (now.getTime() - madeAt.getTime()) / 86_400_000;
  const lasts = Math.min(days, link.goodFor ?? 40, link.revokedAfter ?? 40);
  for (let count = 0; count < link.opened; count += 1) {
    // Most visitors come early.
    const at = minutesAfter(madeAt, 40 + lasts * 1440 * random.fraction() ** 2);
    const who = link.to.length === 0 ? null : random.pick(link.to);
    plan(stage, at, () => open(stage, link, share, { who, at }));
  }
  if (link.brings !== undefined) {
    const { brings } = link;
    plan(stage, minutesAfter(now, -45), (at) => bring(stage, brings, share, at));
  }
}

type Visitor = { who: Outsider | null; at: Date };

async function open(stage: Stage, link: Link, row: ShareRow, { who, at }: Visitor): Promise<void> {
  const visited = await comeBy(stage, row, who, at);
  await noteOpening(stage.deps, { share: visited.share, actor: visited.actor, isUnlocked: true }, visited.key);
  const papers = stage.papers.filter(
    ({ folder, name, documentId, inTrash }) =>
      documentId !== null && !inTrash && (folder === link.item || `${folder}/${name}` === link.item),
  );
  const mayTake = link.more.AllowDownload === true;
  for (const [index, paper] of stage.random.sample(papers, stage.random.between(1, 3)).entries()) {
    const type = mayTake && stage.random.chance(0.5) ? 'DocumentDownloaded' : 'DocumentViewed';
    const { libraryId } = found(stage.libraries, paper.library);
    const place = { libraryId, folderId: found(stage.folders, paper.folder), documentId: documentIdOf(paper) };
    const actor = { ...visited.actor, now: minutesAfter(at, index + 1) };
    await recordRead(stage.deps.sql, actor, { type, ...place, contentName: paper.name });
  }
}

// A visitor of the link, identified by an access code if it has one.
async function comeBy({ deps, ...stage }: Stage, row: ShareRow, who: Outsider | null, now: Date) {
  const share = await findVisitedShare(deps.sql, hashSecret(referenceOf(deps.secretKey, row.referenceSalt)));
  if (share === undefined) throw new Error('A link that was just made is not there.');
  const recipients = await listRecipients(deps.sql, stage.deploymentId, share.shareId);
  const recipient = recipients.find(({ email }) => who !== null && email === addressOf(stage, who));
  const proved = share.accessCodeRequired ? recipient : undefined;
  const person = {
    userId: share.createdBy,
    email: share.creatorEmail,
    name: share.creatorName,
    isSiteAdmin: share.isCreatorAdmin,
  };
  const via = {
    kind: 'visit',
    shareId: share.shareId,
    recipientId: proved?.recipientId ?? null,
    email: proved?.email ?? null,
    seesFolder: share.allowView || share.allowDownload,
    visitor: null,
    address: '',
  } as const;
  const actor: Actor = { deploymentId: stage.deploymentId, ...person, now, via };
  return { share, actor, key: recipient === undefined ? undefined : recipientKeyOf(deps.secretKey, recipient.keySalt) };
}

async function bring(stage: Stage, names: string[], row: ShareRow, at: Date): Promise<void> {
  for (const name of names) {
    const { actor } = await comeBy(stage, row, null, at);
    const content = await contentOf({ library: 'Projects', name, author: 'Site office', version: 1, at }, stage.random);
    const { documentId } = await createDocument(stage.deps, actor, row.itemId, await storeUpload(stage, name, content));
    const received = { actor, documentId, bytes: content.length, isNew: true, upload: null };
    await transaction(stage.deps.sql, (tx) => noteVisitorsUpload(tx, received));
  }
}
