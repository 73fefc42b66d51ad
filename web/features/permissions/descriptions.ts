/** Descriptions of permission entries and links for screens. */
import type { Access, AccessLink, Permission, Place } from '../../api/answers.ts';
import type { Right } from '../../api/keys.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { formatDate } from '../../ui/format.ts';

const t = permissionMessages;

type Reason = Access['Reasons'][number];

/** `can view and edit, can’t delete, expires May 3, 2026`. */
export function describeEntry({ Allow, Deny, ExpiresOn }: Pick<Permission, 'Allow' | 'Deny' | 'ExpiresOn'>): string {
  const parts = [
    ...(Allow.length === 0 ? [] : [t.can(verbs(Allow))]),
    ...(Deny.length === 0 ? [] : [t.cannot(verbs(Deny))]),
    ...(ExpiresOn === undefined ? [] : [describeEnd(ExpiresOn)]),
  ];
  return parts.join(', ');
}

/** The object that has an inherited entry. The place leaves out names that the person cannot read. */
export function describeSource({ InheritedFrom = '' }: Permission, { LibraryName, Path }: Place): string {
  const folderId = /\/folders\/(\d+)$/.exec(InheritedFrom)?.[1];
  if (folderId === undefined) return t.above.library(LibraryName);
  return t.above.folder(Path.find(({ FolderId }) => FolderId === Number(folderId))?.FolderName ?? null);
}

/** When a permission or link expires, or when it expired. */
export function describeEnd(iso: string): string {
  return (Date.parse(iso) > Date.now() ? t.expiresDay : t.ended)(formatDate(iso));
}

/** The effective rights of a person. */
export const describeRights = (rights: Right[]): string =>
  rights.length === 0 ? t.access.nothing : t.access.can(verbs(rights));

/** One reason for access or denial, with its source and expiration. `of`: the item whose access is shown. */
export function describeReason(reason: Reason, of: { kind: string; id: number }): string {
  if (reason.Kind === 'Owner') return t.access.owner;
  if (reason.Kind === 'SiteAdmin') return t.access.siteAdmin;
  const { allowed, denied, group, task, user } = t.access;
  const what = [
    ...(reason.Allow.length === 0 ? [] : [allowed(verbs(reason.Allow))]),
    ...(reason.Deny.length === 0 ? [] : [denied(verbs(reason.Deny))]),
  ];
  const from = { Task: task, Group: group(reason.GroupName ?? ''), User: user }[reason.Kind];
  const source = `${from} ${describePlace(reason, of)}`.trim();
  const end = reason.ExpiresOn === undefined ? [] : [describeEnd(reason.ExpiresOn)];
  return [what.join('; '), source, ...end].join(', ');
}

type EntryPlace = Pick<Reason, 'LibraryId' | 'FolderId' | 'DocumentId' | 'OnName'>;

// The item on which an entry is set.
function describePlace({ LibraryId, FolderId, DocumentId, OnName }: EntryPlace, of: { kind: string; id: number }) {
  const { here, library, folder } = t.access;
  const own = { library: LibraryId, folder: FolderId, document: DocumentId }[of.kind];
  if (own === of.id) return here;
  return LibraryId === undefined ? folder(OnName) : library(OnName);
}

/** The item that a link shares. */
export function describeTarget({ DocumentId, FolderId, OnName }: AccessLink, of: { kind: string; id: number }): string {
  const { leadsHere, leadsTo } = t.access;
  const own = of.kind === 'document' ? DocumentId : FolderId;
  return own === of.id ? leadsHere : leadsTo(OnName);
}

/** The audience, rights and expiration of a link. */
export function describeLink(link: AccessLink): string {
  const { linkRights, linkFor, anyone, password, code, noExpiration, pending } = t.access;
  const allowed: [boolean, string][] = [
    [link.AllowView || link.AllowDownload, linkRights.view],
    [link.AllowDownload, linkRights.download],
    [link.AllowUpload, linkRights.upload],
    [link.AllowEdit, linkRights.edit],
  ];
  const verbsOfLink = allowed.filter(([isAllowed]) => isAllowed).map(([, verb]) => verb);
  const who = link.AccessCodeRequired ? code : link.HasPassword ? password : anyone;
  const end = link.ExpiresOn === null ? noExpiration : describeEnd(link.ExpiresOn);
  return [linkFor(who, verbsOfLink), end, ...(link.Status === 'Pending' ? [pending] : [])].join(', ');
}

const verbs = (rights: Right[]) => rights.map((right) => t.verbs[right]);
