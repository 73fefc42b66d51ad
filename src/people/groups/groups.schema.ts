import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { prefixQuery } from '../users/users.schema.ts';

/** A named set of users. */
export const GroupSchema = Type.Object(
  {
    GroupId: Type.Integer(),
    GroupName: Type.String(),
    Links: Type.Object({ Self: Type.String(), Members: Type.String() }),
  },
  { title: 'Group' },
);

/** A group found by a user who is not a site admin. */
export const NamedGroupSchema = Type.Object(
  { GroupId: Type.Integer(), GroupName: Type.String() },
  { title: 'NamedGroup' },
);

export const FindGroupsQuery = Type.Object({
  query: Type.String({
    description: 'What a name begins with, case ignored; not blank.',
    pattern: '^[^\\u0000]*\\S[^\\u0000]*$',
  }),
});

export const GroupParams = Type.Object({ groupId: Type.Integer() });

export const GroupNameBody = Type.Object({ GroupName: Type.String() });

export const MembersBody = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  description: 'The UserId of each member; [] for none.',
});

export const MemberParams = Type.Object({ groupId: Type.Integer(), userId: Type.Integer() });

export const ListGroupsQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('What a name begins with, case ignored.'),
});

export const ListMembersQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('What a name or email address begins with, case ignored.'),
});
