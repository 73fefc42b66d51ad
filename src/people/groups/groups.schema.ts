import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { flag, id, link, links, name, nullable } from '../../platform/openapi/fields.ts';
import { prefixQuery } from '../users/users.schema.ts';

/** A named set of users. */
export const GroupSchema = Type.Object(
  {
    GroupId: id('The group.'),
    GroupName: name('Name of the group.'),
    RequiresSecondFactor: flag('Whether members must have a second factor.'),
    Links: links({ Self: link('The group.'), Members: link('The members of the group.') }),
  },
  { title: 'Group', description: 'A named set of users.' },
);

/** A group in the list for site admins. */
export const ListedGroupSchema = Type.Object(
  {
    ...GroupSchema.properties,
    MemberCount: Type.Integer({ description: 'Number of members.' }),
    ManagedBy: nullable(
      Type.String(),
      'Name of the SCIM connection that manages the group; only its identity provider changes the group then. Null: none.',
    ),
  },
  { title: 'ListedGroup', description: 'A group with the number of its members.' },
);

/** A group found by a user who is not a site admin. */
export const NamedGroupSchema = Type.Object(
  { GroupId: id('The group.'), GroupName: name('Name of the group.') },
  { title: 'NamedGroup', description: 'A group without its links.' },
);

export const FindGroupsQuery = Type.Object({
  query: Type.String({
    description: 'Start of the name, not blank; case is ignored.',
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
  }),
});

export const GroupParams = Type.Object({ groupId: id('The group.') });

export const GroupNameBody = Type.Object(
  { GroupName: name('Name of the group, unique in the deployment.') },
  { title: 'GroupInput', description: 'The name of a group.' },
);

export const ChangeGroupBody = Type.Object(
  {
    GroupName: Type.Optional(name('New name, unique in the deployment; absent: unchanged.')),
    RequiresSecondFactor: Type.Optional(flag('Whether members must have a second factor; absent: unchanged.')),
  },
  { title: 'GroupUpdate', description: 'Changes of a group; at least one property.' },
);

export const MembersBody = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  title: 'GroupMembersInput',
  description: 'The UserId of each member; an empty array for none.',
});

export const MemberParams = Type.Object({ groupId: id('The group.'), userId: id('The user.') });

export const ListGroupsQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('Start of the name; case is ignored.'),
});

export const ListMembersQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('Start of the name or address; case is ignored.'),
});
