import type { Static } from 'typebox';
import type { GroupSchema } from './groups.schema.ts';

export function presentGroup(baseUrl: string, group: { groupId: number; name: string }): Static<typeof GroupSchema> {
  const self = `${baseUrl}/api/groups/${group.groupId}`;
  return { GroupId: group.groupId, GroupName: group.name, Links: { Self: self, Members: `${self}/members` } };
}
