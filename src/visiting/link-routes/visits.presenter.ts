import type { Static } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { brandName } from '../../platform/mail/render-email.ts';
import { mediaTypeOf } from '../../library/downloads/content.ts';
import { previewKindOf } from '../../library/downloads/previews.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import { limitsOf } from '../../sharing/link-uploads/upload-limits.ts';
import type { CodeState } from '../access-codes/codes.actions.ts';
import type { VisitEntry } from './listing.ts';
import { isLimited } from '../visits/downloads.ts';
import { type Visit, allowedTo } from '../visits/visits.access.ts';
import type { FolderName, VisitedShare } from '../visits/visits.queries.ts';
import type { VisitDocumentSchema, VisitFolderSchema, VisitSchema } from './visits.schema.ts';

type Shown = Static<typeof VisitSchema>;

/** The branding of the deployment, and whether it has a logo. */
export type Look = { settings: Settings; hasLogo: boolean };

/** A visit for its page. Nothing about the item is shown before the share is unlocked and prepared. */
export function presentVisit({ webUrl }: Pick<Config, 'webUrl'>, visit: Visit, code: Shown['Code'], look: Look): Shown {
  const { share, reference, isUnlocked, folder, document } = visit;
  const { Branding: branding } = look.settings;
  const allow = allowedTo(visit, (folder ?? document)?.rights ?? 0);
  const isOpen = isUnlocked && share.status === 'Active';
  const left = share.maxDownloads === null ? null : Math.max(0, share.maxDownloads - share.downloadCount);
  return {
    Kind: folder === null ? 'document' : 'folder',
    ItemId: folder?.folderId ?? document?.documentId ?? 0,
    TaskId: share.taskId,
    ShareType: share.shareType,
    Status: share.status,
    SharedBy: { Name: share.creatorName, Email: share.creatorEmail },
    ExpiresOn: share.expiresAt,
    Protection: share.accessCodeRequired ? 'code' : share.passwordHash === null ? 'none' : 'password',
    IsUnlocked: isUnlocked,
    Code: code,
    Item: isOpen ? presentItem(visit) : null,
    Allow: left === 0 ? { ...allow, Download: false } : allow,
    Watermark: share.hasWatermark,
    DownloadsLeft: isOpen ? left : null,
    UploadLimits: isOpen && (allow.Upload || allow.Edit) ? presentLimits(share, look.settings) : null,
    Branding: {
      Name: brandName(branding),
      Color: branding.Color,
      LogoUri: look.hasLogo ? `${webUrl}/link/${reference}/logo` : null,
    },
  };
}

function presentLimits(share: VisitedShare, settings: Settings): Shown['UploadLimits'] {
  const { uploadedBytes: UploadedBytes, uploadedDocuments: UploadedDocuments } = share;
  return { ...limitsOf(share, settings), UploadedBytes, UploadedDocuments };
}

function presentItem({ folder, document }: Visit): Shown['Item'] {
  if (folder !== null) return { FolderId: folder.folderId, Name: folder.name };
  if (document === null) return null;
  return {
    DocumentId: document.documentId,
    Name: document.name,
    DocumentSize: document.size,
    DateModified: document.modifiedAt,
    MediaType: mediaTypeOf(document.name),
  };
}

/** A document for visitors. */
export function presentVisitDocument(
  { webUrl }: Pick<Config, 'webUrl'>,
  { reference, share }: Visit,
  document: { documentId: number; name: string; size: number; hash: string; modifiedAt: string },
): Static<typeof VisitDocumentSchema> {
  const self = `${webUrl}/link/${reference}/documents/${document.documentId}`;
  return {
    DocumentId: document.documentId,
    DocumentName: document.name,
    DocumentSize: document.size,
    // It would show whether the document is one that the visitor has.
    Hash: share.allowDownload ? document.hash : '',
    DateModified: document.modifiedAt,
    MediaType: mediaTypeOf(document.name),
    CanPreview: share.allowDownload && !isLimited({ share }) ? previewKindOf(document.name) : null,
    Links: { Content: `${self}/content`, Thumbnail: `${self}/thumbnail` },
  };
}

/** A folder with its content; `counts` of documents if they are visible. */
export function presentVisitFolder(
  config: Pick<Config, 'webUrl'>,
  visit: Visit,
  folder: FolderName,
  { path, entries, counts }: { path: FolderName[]; entries: VisitEntry[]; counts: Map<number, number> | null },
): Static<typeof VisitFolderSchema> {
  return {
    ...presentName(folder),
    Path: path.map(presentName),
    Folders: entries.flatMap((entry) => {
      if (!('folder' in entry)) return [];
      const { folderId } = entry.folder;
      return [
        { ...presentName(entry.folder), ...(counts === null ? {} : { DocumentCount: counts.get(folderId) ?? 0 }) },
      ];
    }),
    Documents: entries.flatMap((entry) =>
      'document' in entry ? [presentVisitDocument(config, visit, entry.document)] : [],
    ),
  };
}

function presentName({ folderId, name }: FolderName) {
  return { FolderId: folderId, FolderName: name };
}

/** The state of the code for its page. The address is masked, so that only its owner recognizes it. */
export function presentCode(
  { allowedDomains }: Pick<VisitedShare, 'allowedDomains'>,
  { recipient, canResendAt, triesLeft }: CodeState,
): Shown['Code'] {
  return {
    Recipient: recipient === undefined ? null : recipient.email.replace(/^(.).*@/, '$1…@'),
    SentAt: recipient === undefined ? null : sentAt(recipient),
    CanResendAt: canResendAt?.toISOString() ?? null,
    TriesLeft: triesLeft,
    AcceptsEmail: allowedDomains !== null,
  };
}

// Null if no code is valid; the job that mails a new one may still be waiting.
function sentAt({ codeIssuedAt, codeSentAt }: NonNullable<CodeState['recipient']>): string | null {
  if (codeIssuedAt === null) return null;
  return codeSentAt !== null && codeSentAt > codeIssuedAt ? codeSentAt : codeIssuedAt;
}
