import { Type } from 'typebox';

/** A named set of users. */
export const GroupSchema = Type.Object(
  {
    GroupId: Type.Integer(),
    GroupName: Type.String(),
    Links: Type.Object({ Self: Type.String(), Members: Type.String() }),
  },
  { title: 'Group' },
);

export const GroupParams = Type.Object({ groupId: Type.Integer() });

export const GroupNameBody = Type.Object({ GroupName: Type.String() });

export const MembersBody = Type.Array(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), {
  description: 'The UserId of each member; [] for none.',
});
