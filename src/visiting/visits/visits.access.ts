/**
 * The only gateway of link visitors: every request passes it, and no state is kept between requests. A visitor has
 * the rights that both the share's flags and, at this moment and on this object, the rights of the share's creator allow.
 */
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { hashSecret } from '../../platform/crypto/secrets.ts';
import type { Db } from '../../platform/db/connection.ts';
import { Problem, conflict, forbidden, notFound } from '../../platform/errors.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import { networkOf } from '../../platform/limits/network.ts';
import { hiddenSubject } from '../../platform/limits/throttle.ts';
import type { Actor } from '../../core/actor.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import { serves } from '../../core/hosts/sites.ts';
import { readSettings } from '../../core/settings/settings.access.ts';
import { type DocumentRow, type FolderRow, findDocument, findFolder } from '../../library/tree/tree.queries.ts';
import { isReadable } from '../../library/rights/rights.ts';
import { isAllowed } from '../../library/rights/allowed.ts';
import { readUnlocked, readVisitId } from './cookies.http.ts';
import { VISIT_POLICY, type VisitOperation } from './visiting.policy.ts';
import { type VisitedShare, findRecipientEmail, findVisitedShare } from './visits.queries.ts';

/** A visitor of a valid link. */
export type Visit = {
  reference: string;
  share: VisitedShare;
  /** The creator, as whom the visitor acts. */
  actor: Actor;
  /** The shared item. */
  folder: FolderRow | null;
  document: DocumentRow | null;
  /** The document that a read names, if it was found. It may be outside the shared item. */
  named: DocumentRow | null;
  isUnlocked: boolean;
};

/**
 * The visit of a request, possibly still locked. 404 for an unknown reference and for items in the trash, purged, or no
 * longer readable by the creator; 410, with the person to contact and the name of the deployment, for a revoked or expired share.
 */
export async function accessVisit(deps: Deps, request: FastifyRequest): Promise<Visit> {
  const { reference } = request.params as { reference: string };
  const share = await findVisitedShare(deps.sql, hashSecret(reference));
  if (share === undefined || !serves(siteOf(request), share)) throw noSuchLink();
  const now = deps.clock();
  await assertActive(deps.sql, share, now);
  const unlocked = await whoUnlocked(deps, request, share);
  const actor = actorFor(share, { unlocked, browserId: readVisitId(deps, request), address: request.ip }, now);
  const reads = deps.sql.together();
  const namedId = unlocked === null ? null : documentOfRead(request);
  const [folder, document, named] = await Promise.all([
    share.folderId === null ? null : findFolder(reads, actor, share.folderId),
    share.documentId === null ? null : findDocument(reads, actor, share.documentId),
    share.folderId === null || namedId === null ? null : findDocument(reads, actor, namedId),
  ]);
  const item = folder ?? document ?? undefined;
  if (item === undefined || item.isInTrash || !isReadable(item)) throw noSuchLink();
  const found = { folder: folder ?? null, document: document ?? null, named: named ?? null };
  return { reference, share, actor, ...found, isUnlocked: unlocked !== null };
}

// A read is judged as soon as it arrives, so its document can be found with the shared item. The body of a change takes a
// while: its document is found after that.
function documentOfRead({ method, params }: FastifyRequest): number | null {
  const { documentId = '' } = params as { documentId?: string };
  return (method === 'GET' || method === 'HEAD') && /^\d{1,15}$/.test(documentId) ? Number(documentId) : null;
}

/** The same behind the lock: 401 while the share is locked in this browser, 409 while it is Pending. */
export async function accessOpenVisit(deps: Deps, request: FastifyRequest): Promise<Visit> {
  const visit = await accessVisit(deps, request);
  if (!visit.isUnlocked) throw new Problem('/unauthorized', 'This link is locked: unlock it first.');
  assertPrepared(visit.share);
  return visit;
}

/** 409 while the share is being prepared. */
export function assertPrepared({ status }: VisitedShare): void {
  if (status === 'Pending') throw conflict('The shared content is still being prepared. Try again soon.');
}

/** The operations allowed on an object on which the creator has these rights. */
export function allowedTo({ share, actor }: Visit, rights: number): Record<VisitOperation, boolean> {
  const may = (operation: VisitOperation) => {
    const { flags, creator } = VISIT_POLICY[operation];
    return flags.some((flag) => share[flag]) && isAllowed(actor, creator.on, creator.operation, { rights });
  };
  const View = may('View');
  const Comment = View && may('Comment');
  return { View, Download: may('Download'), Upload: may('Upload'), Edit: may('Edit'), Comment };
}

/** Whether the visitor can see the documents in the shared folder, beyond uploading or editing one. */
export function seesFolder({ share }: Pick<Visit, 'share'>): boolean {
  return share.folderId !== null && (share.allowView || share.allowDownload);
}

/** A folder of the visit: 404 if it does not exist in the shared item, 403 if none of the operations is allowed. */
export async function accessFolderInVisit(
  sql: Db,
  visit: Visit,
  folderId: number,
  ...operations: VisitOperation[]
): Promise<FolderRow> {
  const { folder: shared, actor } = visit;
  if (shared === null) throw notFound('folder');
  const folder = folderId === shared.folderId ? shared : await findFolder(sql, actor, folderId);
  if (folder === undefined || folder.isInTrash || !isReadable(folder)) throw notFound('folder');
  if (!folder.path.includes(shared.folderId)) throw notFound('folder');
  assertAllowed(visit, folder.rights, operations);
  return folder;
}

/** A document of the visit: as for folders. */
export async function accessDocumentInVisit(
  sql: Db,
  visit: Visit,
  documentId: number,
  ...operations: VisitOperation[]
): Promise<DocumentRow> {
  const document = await findWithin(sql, visit, documentId);
  if (document === undefined || document.isInTrash || !isReadable(document)) throw notFound('document');
  assertAllowed(visit, document.rights, operations);
  return document;
}

async function findWithin(sql: Db, visit: Visit, documentId: number): Promise<DocumentRow | undefined> {
  const { folder, document: shared, named, actor } = visit;
  if (shared !== null) return shared.documentId === documentId ? shared : undefined;
  const document = named?.documentId === documentId ? named : await findDocument(sql, actor, documentId);
  if (document === undefined || folder === null) return undefined;
  return document.path.includes(folder.folderId) ? document : undefined;
}

function assertAllowed(visit: Visit, rights: number, operations: VisitOperation[]): void {
  const allowed = allowedTo(visit, rights);
  if (!operations.some((operation) => allowed[operation])) throw forbidden('This link does not allow that.');
}

function noSuchLink(): Problem {
  return notFound('link');
}

async function assertActive(sql: Db, share: VisitedShare, now: Date): Promise<void> {
  const isExpired = share.expiresAt !== null && Date.parse(share.expiresAt) <= now.getTime();
  if (share.revokedAt !== null || isExpired) {
    const Reason = share.revokedAt === null ? 'expired' : 'revoked';
    // A deleted creator cannot be contacted.
    const whom = share.isCreatorGone ? {} : { SharedBy: { Name: share.creatorName, Email: share.creatorEmail } };
    throw new Problem('/gone', Reason === 'revoked' ? 'This link is no longer available.' : 'This link has expired.', {
      more: { Reason, ...whom, Branding: await endedLook(sql, share.deploymentId) },
    });
  }
  if (share.isCreatorGone) throw noSuchLink();
}

// The page of a link that has ended still has the name and color of the deployment, but not its logo, which is behind the link.
async function endedLook(
  sql: Db,
  deploymentId: number,
): Promise<{ Name: string; Color: string | null; LogoUri: null }> {
  const { Branding } = await readSettings(sql, deploymentId);
  return { Name: brandName(Branding), Color: Branding.Color, LogoUri: null };
}

type Unlocked = { recipientId: number | null; email: string | null };

async function whoUnlocked(deps: Deps, request: FastifyRequest, share: VisitedShare): Promise<Unlocked | null> {
  const anybody = { recipientId: null, email: null };
  if (!share.accessCodeRequired && share.passwordHash === null) return anybody;
  const unlocked = readUnlocked(deps, request, share);
  if (unlocked === null || !share.accessCodeRequired) return unlocked === null ? null : anybody;
  const { recipientId } = unlocked;
  const email = recipientId === null ? undefined : await findRecipientEmail(deps.sql, share, recipientId);
  return email === undefined ? null : { recipientId, email };
}

/** The key for counting a visitor's uploads: neither the address nor the browser's id is stored. */
export function visitorKey(shareId: number, whose: string): string {
  return hiddenSubject(`${shareId} ${whose}`);
}

type Visitor = { unlocked: Unlocked | null; browserId: string | null; address: string };

function actorFor(share: VisitedShare, { unlocked, browserId, address }: Visitor, now: Date): Actor {
  const { deploymentId, createdBy: userId, shareId, isCreatorAdmin: isSiteAdmin } = share;
  const visitor = unlocked ?? { recipientId: null, email: null };
  const whose = visitor.recipientId === null ? browserId : `recipient ${visitor.recipientId}`;
  const counted = {
    visitor: whose === null ? null : visitorKey(shareId, whose),
    address: visitorKey(shareId, networkOf(address)),
  };
  const person = { userId, email: share.creatorEmail, name: share.creatorName, isSiteAdmin };
  return {
    deploymentId,
    ...person,
    now,
    via: { kind: 'visit', shareId, ...visitor, ...counted, seesFolder: seesFolder({ share }) },
  };
}
