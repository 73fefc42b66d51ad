/** Conversion between identity providers and the fields of their form. */
import type { IdentityProvider, IdentityProviderCreate, IdentityProviderUpdate } from '../../../api/answers.ts';
import { presetMessages } from '../../../messages/en/admin/provider-presets.ts';
import { PRESETS, type PresetKey, presetOf } from './presets.ts';

export type ProviderDraft = {
  preset: PresetKey;
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: none, or the stored one. */
  secret: string;
  removesSecret: boolean;
  scopes: string;
  domains: string;
  createsUsers: boolean;
  linksByEmail: boolean;
  trustsEmails: boolean;
  requiresSecondFactor: boolean;
  groupsClaim: string;
  groups: IdentityProvider['Groups'];
  siteAdminClaim: string;
  siteAdminValue: string;
};

/** The fields of a new provider. */
export function newDraft(preset: PresetKey): ProviderDraft {
  const { issuer, trustsEmails } = PRESETS[preset];
  return {
    preset,
    name: presetMessages[preset].name,
    issuer,
    clientId: '',
    secret: '',
    removesSecret: false,
    scopes: 'email profile',
    domains: '',
    createsUsers: false,
    linksByEmail: false,
    trustsEmails,
    requiresSecondFactor: false,
    groupsClaim: '',
    groups: [],
    siteAdminClaim: '',
    siteAdminValue: '',
  };
}

/** The fields of a stored provider. */
export function draftOf(provider: IdentityProvider): ProviderDraft {
  return {
    preset: presetOf(provider.Issuer),
    name: provider.Name,
    issuer: provider.Issuer,
    clientId: provider.ClientId,
    secret: '',
    removesSecret: false,
    scopes: provider.Scopes.join(' '),
    domains: provider.AllowedDomains.join(', '),
    createsUsers: provider.CreatesUsers,
    linksByEmail: provider.LinksByEmail,
    trustsEmails: provider.TrustsEmails,
    requiresSecondFactor: provider.RequiresSecondFactor,
    groupsClaim: provider.GroupsClaim ?? '',
    groups: provider.Groups,
    siteAdminClaim: provider.SiteAdminClaim ?? '',
    siteAdminValue: provider.SiteAdminValue ?? '',
  };
}

/** The request that adds a provider. Empty texts count as absent. */
export function creationOf(draft: ProviderDraft): IdentityProviderCreate {
  return {
    ...common(draft),
    Issuer: draft.issuer.trim(),
    ClientSecret: draft.secret,
    GroupsClaim: draft.groupsClaim.trim(),
    SiteAdminClaim: draft.siteAdminClaim.trim(),
    SiteAdminValue: draft.siteAdminValue.trim(),
  };
}

/** The properties that differ from the stored ones, so that changes by other people are kept. */
export function changeOf(provider: IdentityProvider, draft: ProviderDraft): IdentityProviderUpdate {
  const wanted: IdentityProviderUpdate = {
    ...common(draft),
    GroupsClaim: draft.groupsClaim.trim() || null,
    SiteAdminClaim: draft.siteAdminClaim.trim() || null,
    SiteAdminValue: draft.siteAdminValue.trim() || null,
  };
  const before = {
    ...provider,
    Groups: provider.Groups.map(({ Value, GroupId }) => ({ Value, GroupId })),
  } as Record<string, unknown>;
  const changed = Object.entries(wanted).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
  );
  const secret =
    draft.secret !== '' ? { ClientSecret: draft.secret } : draft.removesSecret ? { ClientSecret: null } : {};
  return { ...(Object.fromEntries(changed) as IdentityProviderUpdate), ...secret };
}

function common(draft: ProviderDraft) {
  return {
    Name: draft.name.trim(),
    ClientId: draft.clientId.trim(),
    Scopes: wordsOf(draft.scopes),
    AllowedDomains: wordsOf(draft.domains),
    CreatesUsers: draft.createsUsers,
    LinksByEmail: draft.linksByEmail,
    TrustsEmails: draft.trustsEmails,
    RequiresSecondFactor: draft.requiresSecondFactor,
    Groups: draft.groups.map(({ Value, GroupId }) => ({ Value, GroupId })),
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((word) => word !== '');
}
