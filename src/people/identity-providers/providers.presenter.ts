import type { Static } from 'typebox';
import type { Sites } from '../../core/hosts/sites.ts';
import type { ProviderState } from './provider-states.queries.ts';
import type { ProviderRow } from './providers.queries.ts';
import type { ProviderSchema } from './providers.schema.ts';
import { callbackUri, backChannelUri, signInUri, signedOutUri } from './provider-addresses.ts';

const UNUSED: ProviderState = { lastSignInAt: null, lastFailure: null, lastFailureAt: null, testedAt: null, people: 0 };

/** A provider as JSON, without its secret. */
export function presentProvider(
  config: Sites,
  row: ProviderRow,
  state: ProviderState = UNUSED,
): Static<typeof ProviderSchema> {
  const { providerId } = row;
  const { lastFailure, lastFailureAt } = state;
  return {
    ProviderId: providerId,
    Name: row.name,
    Issuer: row.issuer,
    ClientId: row.clientId,
    HasClientSecret: row.clientSecret !== null,
    Scopes: row.scopes,
    AllowedDomains: row.allowedDomains,
    CreatesUsers: row.createsUsers,
    LinksByEmail: row.linksByEmail,
    TrustsEmails: row.trustsEmails,
    GroupsClaim: row.groupsClaim,
    Groups: row.groups.map(({ value, groupId, name }) => ({ Value: value, GroupId: groupId, GroupName: name })),
    SiteAdminClaim: row.siteAdminClaim,
    SiteAdminValue: row.siteAdminValue,
    RequiresSecondFactor: row.requiresSecondFactor,
    IsEnabled: row.isEnabled,
    DateCreated: row.createdAt,
    DateTested: state.testedAt,
    LastSignIn: state.lastSignInAt,
    LastFailure: lastFailure === null || lastFailureAt === null ? null : { Failure: lastFailure, Date: lastFailureAt },
    PeopleCount: state.people,
    Links: {
      Self: `${config.baseUrl}/api/identity-providers/${providerId}`,
      SignIn: signInUri(config, providerId),
      Callback: callbackUri(config, providerId),
      BackChannelLogout: backChannelUri(config, providerId),
      LogoutCallback: signedOutUri(config),
    },
  };
}
