import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { PASSWORD_MAX_LENGTH } from '../../core/settings/password-policy.ts';

const user = {
  UserId: Type.Integer(),
  Email: Type.String(),
  Name: Type.String(),
  IsSiteAdmin: Type.Boolean(),
  DateCreated: Type.String({ format: 'date-time' }),
  Links: Type.Object({ Self: Type.String() }),
};

/** A person with a login. */
export const UserSchema = Type.Object(user, { title: 'User' });

/** The caller. */
export const CurrentUserSchema = Type.Object(
  {
    ...user,
    DeploymentId: Type.Integer(),
    DeploymentName: Type.String(),
    PersonalLibraryId: Type.Integer(),
    Branding: Type.Object(
      {
        Name: Type.Union([Type.String(), Type.Null()]),
        Color: Type.Union([Type.String(), Type.Null()], { description: '`#rrggbb`' }),
        LogoUri: Type.Union([Type.String(), Type.Null()], { description: 'Another address for each logo.' }),
      },
      { description: 'What pages of the deployment look like.' },
    ),
    EnablePurging: Type.Boolean({ description: 'Whether anything can be deleted for good here.' }),
  },
  { title: 'CurrentUser' },
);

const nullableTime = (description: string) =>
  Type.Union([Type.String({ format: 'date-time' }), Type.Null()], { description });

/** Account details of a user for site admins. */
export const UserAccountSchema = Type.Object(
  {
    HasPassword: Type.Boolean({ description: 'False: the person was invited and has not set one yet.' }),
    InvitationExpiresOn: nullableTime('When the link in the last invitation ends; null if there is none.'),
    LastSeen: nullableTime('Of what the person is signed in with, and of tokens; null if that is not known.'),
    SessionCount: Type.Integer(),
    TokenCount: Type.Integer(),
    Groups: Type.Array(Type.Object({ GroupId: Type.Integer(), GroupName: Type.String() })),
  },
  { title: 'UserAccount' },
);

export const UserParams = Type.Object({ userId: Type.Integer() });

/** A parameter for finding people or groups. */
export const prefixQuery = (description: string) =>
  Type.Optional(Type.String({ description, pattern: '^[^\\u0000]*$' }));

export const ListUsersQuery = Type.Object({
  ...pageQuery,
  query: prefixQuery('What a name or email address begins with, case ignored.'),
});

export const CreateUserBody = Type.Object({
  Email: Type.String(),
  Name: Type.String(),
  IsSiteAdmin: Type.Optional(Type.Boolean()),
  Password: Type.Optional(
    Type.String({
      maxLength: PASSWORD_MAX_LENGTH,
      description: 'Without it the person is mailed a link to set one.',
    }),
  ),
});

export const ChangeUserBody = Type.Object({
  Name: Type.Optional(Type.String()),
  IsSiteAdmin: Type.Optional(Type.Boolean()),
  Email: Type.Optional(Type.String()),
});

export const DeleteUserQuery = Type.Object({
  transferTo: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Who gets all rights in the person's library; without it the library goes to the trash.",
    }),
  ),
});
