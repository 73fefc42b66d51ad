import type { Static } from 'typebox';
import { presentPerson } from '../../core/persons/persons.presenter.ts';
import { ALL_RIGHTS, rightNames } from '../rights/rights.ts';
import type { AccessLinkRow, AccessRow, ReasonRow, Standing } from './access.queries.ts';
import type { AccessLinkSchema, AccessSchema } from './access.schema.ts';

type Access = Static<typeof AccessSchema>;
type Reason = Access['Reasons'][number];

/** Context of the reasons: the library, its owner, and the names that the caller can read. */
export type Surroundings = {
  libraryId: number;
  ownerId: number | null;
  names: { library: string | null; folders: Map<number, string>; document: string | null };
};

/** A person in the explanation. */
export function presentAccess(baseUrl: string, row: AccessRow, around: Surroundings): Access {
  return {
    ...presentPerson(baseUrl, row.person),
    Rights: rightNames(row.rights),
    Reasons: [...reasonsOfRole(row, around), ...row.reasons.map((reason) => presentReason(reason, around))],
  };
}

/** A link in the explanation. */
export function presentAccessLink(
  baseUrl: string,
  row: AccessLinkRow,
  around: Surroundings,
): Static<typeof AccessLinkSchema> {
  return {
    ShareId: row.shareId,
    Kind: row.isOfTask ? 'Task' : 'Link',
    Status: row.status,
    ...presentStanding({ libraryId: null, ...row }, around),
    CreatedBy: presentPerson(baseUrl, row.createdBy),
    DateCreated: row.createdAt,
    ExpiresOn: row.expiresAt,
    AccessCodeRequired: row.accessCodeRequired,
    HasPassword: row.hasPassword,
    AllowView: row.allowView,
    AllowDownload: row.allowDownload,
    AllowUpload: row.allowUpload,
    AllowEdit: row.allowEdit,
  };
}

// People whom denials do not bind.
function reasonsOfRole(person: AccessRow, around: Surroundings): Reason[] {
  if (!person.isUnbound) return [];
  const { ownerId, libraryId, names } = around;
  const all = { Allow: rightNames(ALL_RIGHTS), Deny: [], LibraryId: libraryId, OnName: names.library };
  return [{ Kind: ownerId === null ? 'SiteAdmin' : 'Owner', ...all }];
}

function presentReason(row: ReasonRow, around: Surroundings): Reason {
  const { groupId, groupName, taskId, allow, deny, expiresAt } = row;
  const group = groupId === null || groupName === null ? {} : { GroupId: groupId, GroupName: groupName };
  return {
    Kind: taskId !== null ? 'Task' : groupId !== null ? 'Group' : 'User',
    ...group,
    Allow: rightNames(allow),
    Deny: rightNames(deny),
    ...(expiresAt === null ? {} : { ExpiresOn: new Date(expiresAt).toISOString() }),
    ...presentStanding(row, around),
  };
}

function presentStanding({ libraryId, folderId, documentId }: Standing, { names }: Surroundings) {
  if (libraryId !== null) return { LibraryId: libraryId, OnName: names.library };
  if (folderId !== null) return { FolderId: folderId, OnName: names.folders.get(folderId) ?? null };
  return documentId === null ? { OnName: null } : { DocumentId: documentId, OnName: names.document };
}
