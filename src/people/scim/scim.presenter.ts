import { createHash } from 'node:crypto';
import type { Json } from '../scim-protocol/requests.ts';
import { GROUP_URN, USER_URN } from '../scim-protocol/schemas.ts';
import type { ScimEmail } from '../scim-protocol/user-draft.ts';

export type ScimUserRow = {
  userId: number;
  email: string;
  name: string;
  isSiteAdmin: boolean;
  isDeactivated: boolean;
  hasPassword: boolean;
  createdAt: string;
  /** Whether the connection manages the person; otherwise its next change takes the person over. */
  isManaged: boolean;
  externalId: string | null;
  givenName: string | null;
  familyName: string | null;
  emails: ScimEmail[] | null;
};

export type ScimGroupRow = {
  groupId: number;
  name: string;
  nameKey: string;
  createdAt: string;
  isManaged: boolean;
  externalId: string | null;
  /** Changes with the members. */
  membersVersion: string;
};

/** A group of a person, or a member of a group. */
export type Named = { id: number; name: string };

/** Changes with everything of the person that a client can write. */
export function versionOfUser(row: ScimUserRow): string {
  const { email, name, isDeactivated, externalId, givenName, familyName, emails } = row;
  return tag([email, name, isDeactivated, externalId, givenName, familyName, emails]);
}

export function versionOfGroup({ name, externalId, membersVersion }: ScimGroupRow): string {
  return tag([name, externalId, membersVersion]);
}

/** `base`: the URL up to `/scim/v2`. */
export function presentScimUser(base: string, row: ScimUserRow, groups: Named[]): Json {
  const { userId, email, name, externalId, givenName, familyName, emails, isDeactivated } = row;
  const location = `${base}/Users/${userId}`;
  return {
    schemas: [USER_URN],
    id: String(userId),
    ...(externalId === null ? {} : { externalId }),
    userName: email,
    displayName: name,
    name: {
      formatted: name,
      ...(givenName === null ? {} : { givenName }),
      ...(familyName === null ? {} : { familyName }),
    },
    active: !isDeactivated,
    ...(emails === null ? {} : { emails }),
    ...(groups.length === 0
      ? {}
      : {
          groups: groups.map((group) => ({
            value: String(group.id),
            $ref: `${base}/Groups/${group.id}`,
            display: group.name,
            type: 'direct',
          })),
        }),
    meta: { resourceType: 'User', created: row.createdAt, location, version: versionOfUser(row) },
  };
}

/** `members` null: they are not wanted. */
export function presentScimGroup(base: string, row: ScimGroupRow, members: Named[] | null): Json {
  const location = `${base}/Groups/${row.groupId}`;
  return {
    schemas: [GROUP_URN],
    id: String(row.groupId),
    ...(row.externalId === null ? {} : { externalId: row.externalId }),
    displayName: row.name,
    ...(members === null
      ? {}
      : {
          members: members.map((member) => ({
            value: String(member.id),
            $ref: `${base}/Users/${member.id}`,
            display: member.name,
            type: 'User',
          })),
        }),
    meta: { resourceType: 'Group', created: row.createdAt, location, version: versionOfGroup(row) },
  };
}

export function presentList(resources: object[], total: number, first: number): Json {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex: first,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

function tag(state: unknown[]): string {
  return `W/"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;
}
