import { invalidParameter } from '../../platform/errors.ts';
import { displayName } from '../../platform/values/names.ts';
import type { ProviderGroup, ProviderTerms } from './providers.queries.ts';
import type { ProviderChange, ProviderCreation } from './providers.schema.ts';

export type WantedProvider = ProviderTerms & { issuer: string; clientSecret: string | null; groups: ProviderGroup[] };

/** `clientSecret` undefined: it stays. */
export type ChangedProvider = {
  terms: Partial<ProviderTerms>;
  clientSecret: string | null | undefined;
  groups: ProviderGroup[] | undefined;
};

const DEFAULT_SCOPES = ['email', 'profile'];
const DOMAIN = /^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u;

/** 400 for values that no provider can have. */
export function readCreation(body: ProviderCreation): WantedProvider {
  const terms: ProviderTerms = {
    name: displayName(body.Name, 'Name'),
    clientId: body.ClientId,
    scopes: DEFAULT_SCOPES,
    allowedDomains: [],
    createsUsers: false,
    linksByEmail: false,
    trustsEmails: false,
    groupsClaim: null,
    siteAdminClaim: null,
    siteAdminValue: null,
    requiresSecondFactor: false,
    isEnabled: false,
    ...readTerms(body),
  };
  assertTerms(terms);
  return {
    ...terms,
    issuer: readIssuer(body.Issuer),
    clientSecret: body.ClientSecret ?? null,
    groups: readGroups(body.Groups) ?? [],
  };
}

/** 400 for values that no provider can have, except for rules between them (assertTerms). */
export function readProviderChange(body: ProviderChange): ChangedProvider {
  if (Object.keys(body).length === 0) throw invalidParameter('body', 'Nothing to change.');
  return { terms: readTerms(body), clientSecret: body.ClientSecret, groups: readGroups(body.Groups) };
}

/** 400 for terms that contradict each other. */
export function assertTerms(terms: ProviderTerms): void {
  if ((terms.siteAdminClaim === null) !== (terms.siteAdminValue === null)) {
    throw invalidParameter('SiteAdminValue', 'Give both SiteAdminClaim and SiteAdminValue, or neither.');
  }
  const needsDomains = terms.createsUsers || terms.linksByEmail || terms.trustsEmails;
  if (needsDomains && terms.allowedDomains.length === 0) {
    throw invalidParameter('AllowedDomains', 'Name the domains for which the provider is trusted.');
  }
}

function readTerms(body: ProviderChange): Partial<ProviderTerms> {
  const terms = {
    name: body.Name === undefined ? undefined : displayName(body.Name, 'Name'),
    clientId: body.ClientId,
    scopes: body.Scopes?.filter((scope) => scope !== 'openid'),
    allowedDomains: body.AllowedDomains === undefined ? undefined : readDomains(body.AllowedDomains),
    createsUsers: body.CreatesUsers,
    linksByEmail: body.LinksByEmail,
    trustsEmails: body.TrustsEmails,
    groupsClaim: body.GroupsClaim,
    siteAdminClaim: body.SiteAdminClaim,
    siteAdminValue: body.SiteAdminValue,
    requiresSecondFactor: body.RequiresSecondFactor,
    isEnabled: body.IsEnabled,
  };
  return Object.fromEntries(Object.entries(terms).filter(([, value]) => value !== undefined));
}

function readIssuer(text: string): string {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:') && url.href.length <= 1000;
  if (!isWeb || url.search !== '' || url.hash !== '' || url.username !== '' || /[{}]/.test(text)) {
    throw invalidParameter('Issuer', 'Issuer must be an https URL without a query, such as https://login.example.com.');
  }
  return text.replace(/\/\.well-known\/openid-configuration$/, '');
}

function readDomains(domains: string[]): string[] {
  const keys = domains.map((text, index) => {
    const domain = text.normalize('NFC').trim().replace(/^@/, '').toLowerCase();
    if (DOMAIN.test(domain) && !domain.includes('..')) return domain;
    throw invalidParameter(`AllowedDomains.${index}`, 'This is not an email domain.');
  });
  return [...new Set(keys)];
}

function readGroups(groups: ProviderCreation['Groups']): ProviderGroup[] | undefined {
  return groups?.map(({ Value, GroupId }) => ({ value: Value, groupId: GroupId }));
}
