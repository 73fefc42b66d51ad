import type { Static } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { pictureUriOf } from '../../core/persons/persons.presenter.ts';
import { presentMailPreferences } from '../../core/subscriptions/subscriptions.schema.ts';
import type { Settings } from '../../core/settings/settings.schema.ts';
import type { Actor } from '../../core/actor.ts';
import { isLimited } from '../credentials/limited-session.ts';
import type { CurrentUserRow, UserRow } from './users.queries.ts';
import type { AccountGroup, AccountRow, ListedAccount } from './account.queries.ts';
import type { CurrentUserSchema, ListedAccountSchema, UserAccountSchema, UserSchema } from './users.schema.ts';

/** The columns that a user is presented from. */
export type PresentableUser = Pick<
  UserRow,
  'userId' | 'email' | 'name' | 'isSiteAdmin' | 'createdAt' | 'pictureVersion'
>;

export function presentUser(baseUrl: string, user: PresentableUser): Static<typeof UserSchema> {
  return {
    UserId: user.userId,
    Email: user.email,
    Name: user.name,
    IsSiteAdmin: user.isSiteAdmin,
    DateCreated: user.createdAt,
    PictureUri: pictureUriOf(baseUrl, user),
    Links: { Self: `${baseUrl}/api/users/${user.userId}` },
  };
}

/** The caller with their personal library and deployment-wide features. */
export function presentCurrentUser(
  { baseUrl, webUrl }: Pick<Config, 'baseUrl' | 'webUrl'>,
  { via, now }: Pick<Actor, 'via' | 'now'>,
  user: CurrentUserRow,
  { Branding, EnablePurging }: Pick<Settings, 'Branding' | 'EnablePurging'>,
): Static<typeof CurrentUserSchema> {
  return {
    ...presentUser(baseUrl, user),
    DeploymentId: user.deploymentId,
    DeploymentName: user.deploymentName,
    PersonalLibraryId: user.personalLibraryId,
    Branding: {
      ...Branding,
      LogoUri: user.logoVersion === null ? null : `${webUrl}/api/settings/logo?v=${user.logoVersion}`,
    },
    EnablePurging,
    SecondFactorDue: via.kind === 'session' ? via.factorDueAt : null,
    IsLimited: isLimited({ via, now }),
    TimeZone: user.timeZone,
    Language: user.language,
    MailPreferences: presentMailPreferences(user.mutedMails),
  };
}

/** docs/api/users.md#accounts */
export function presentListedAccount(baseUrl: string, account: ListedAccount): Static<typeof ListedAccountSchema> {
  return {
    ...presentUser(baseUrl, account),
    State: account.state,
    LastSeen: account.lastSeenAt,
    ManagedBy: account.managedBy,
    HasSecondFactor: account.hasSecondFactor,
    SecondFactorDue: account.factorDueAt,
  };
}

/** A user's account for site admins. */
export function presentAccount(account: AccountRow, groups: AccountGroup[]): Static<typeof UserAccountSchema> {
  return {
    HasPassword: account.hasPassword,
    HasSecondFactor: account.hasSecondFactor,
    SecondFactorDue: account.factorDueAt,
    IsDeactivated: account.isDeactivated,
    InvitationExpiresOn: account.invitationExpiresAt,
    LastSeen: account.lastSeenAt,
    SessionCount: account.sessions,
    TokenCount: account.tokens,
    ManagedBy: account.managedBy,
    Providers: account.providers,
    Groups: groups.map(({ groupId, name }) => ({ GroupId: groupId, GroupName: name })),
  };
}
