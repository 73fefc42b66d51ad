import { Type } from 'typebox';
import { pageQuery } from '../../platform/http/paging.ts';
import { PASSWORD_MAX_LENGTH } from '../settings/password-policy.ts';

const user = {
  UserId: Type.Integer(),
  Email: Type.String(),
  Name: Type.String(),
  IsSiteAdmin: Type.Boolean(),
  DateCreated: Type.String({ format: 'date-time' }),
  Links: Type.Object({ Self: Type.String() }),
};

/** Somebody with a login. */
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
        LogoUri: Type.Union([Type.String(), Type.Null()]),
      },
      { description: 'What pages of the deployment look like.' },
    ),
    EnablePurging: Type.Boolean({ description: 'Whether anything can be deleted for good here.' }),
  },
  { title: 'CurrentUser' },
);

export const UserParams = Type.Object({ userId: Type.Integer() });

export const ListUsersQuery = Type.Object({
  ...pageQuery,
  query: Type.Optional(
    Type.String({ description: 'What a name or email address begins with, case ignored.', pattern: '^[^\\u0000]*$' }),
  ),
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
