/** Entries in words. Pure but for the locale. */
import type { Access, AccessLink, Permission } from '../../api/answers.ts';
import type { Right } from '../../api/keys.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { formatDate } from '../../ui/format.ts';

const t = permissionMessages;

type Reason = Access['Reasons'][number];

/** `may read and change`, `is denied to delete`: what an entry says, and until when. */
export function describeEntry({ Allow, Deny, ExpiresOn }: Pick<Permission, 'Allow' | 'Deny' | 'ExpiresOn'>): string {
  const parts = [
    ...(Allow.length === 0 ? [] : [t.may(verbs(Allow))]),
    ...(Deny.length === 0 ? [] : [t.mayNot(verbs(Deny))]),
    ...(ExpiresOn === undefined ? [] : [describeEnd(ExpiresOn)]),
  ];
  return parts.join(', ');
}

/** Until when something holds, or held. */
export function describeEnd(iso: string): string {
  return (Date.parse(iso) > Date.now() ? t.untilDay : t.ended)(formatDate(iso));
}

/** What somebody may do. */
export const describeRights = (rights: Right[]): string =>
  rights.length === 0 ? t.access.nothing : t.access.may(verbs(rights));

/** One reason why somebody may or may not: from whom, on what, until when. `of`: the thing that is explained. */
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

type Standing = Pick<Reason, 'LibraryId' | 'FolderId' | 'DocumentId' | 'OnName'>;

// On what an entry stands.
function describePlace({ LibraryId, FolderId, DocumentId, OnName }: Standing, of: { kind: string; id: number }) {
  const { here, library, folder } = t.access;
  const own = { library: LibraryId, folder: FolderId, document: DocumentId }[of.kind];
  if (own === of.id) return here;
  return LibraryId === undefined ? folder(OnName) : library(OnName);
}

/** To what a link leads. */
export function describeTarget({ DocumentId, FolderId, OnName }: AccessLink, of: { kind: string; id: number }): string {
  const { leadsHere, leadsTo } = t.access;
  const own = of.kind === 'document' ? DocumentId : FolderId;
  return own === of.id ? leadsHere : leadsTo(OnName);
}

/** What a link lets whom do, until when. */
export function describeLink(link: AccessLink): string {
  const { linkMay, linkFor, anybody, password, code, forever, pending } = t.access;
  const allowed: [boolean, string][] = [
    [link.AllowView || link.AllowDownload, linkMay.view],
    [link.AllowDownload, linkMay.download],
    [link.AllowUpload, linkMay.upload],
    [link.AllowEdit, linkMay.edit],
  ];
  const may = allowed.filter(([isAllowed]) => isAllowed).map(([, verb]) => verb);
  const who = link.AccessCodeRequired ? code : link.HasPassword ? password : anybody;
  const end = link.ExpiresOn === null ? forever : describeEnd(link.ExpiresOn);
  return [linkFor(who, may), end, ...(link.Status === 'Pending' ? [pending] : [])].join(', ');
}

const verbs = (rights: Right[]) => rights.map((right) => t.verbs[right]);
