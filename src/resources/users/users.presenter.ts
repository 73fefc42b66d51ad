import type { Static } from 'typebox';
import type { CurrentUserRow, UserRow } from './users.queries.ts';
import type { CurrentUserSchema, UserSchema } from './users.schema.ts';

/** What a user is printed from. */
export type PresentableUser = Pick<UserRow, 'userId' | 'email' | 'name' | 'isSiteAdmin' | 'createdAt'>;

/** A user as the API shows one. */
export function presentUser(baseUrl: string, user: PresentableUser): Static<typeof UserSchema> {
  return {
    UserId: user.userId,
    Email: user.email,
    Name: user.name,
    IsSiteAdmin: user.isSiteAdmin,
    DateCreated: user.createdAt,
    Links: { Self: `${baseUrl}/api/users/${user.userId}` },
  };
}

/** The caller, with where they are at home. */
export function presentCurrentUser(baseUrl: string, user: CurrentUserRow): Static<typeof CurrentUserSchema> {
  return {
    ...presentUser(baseUrl, user),
    DeploymentId: user.deploymentId,
    DeploymentName: user.deploymentName,
    PersonalLibraryId: user.personalLibraryId,
  };
}
