import { presetMessages } from '../../../messages/en/admin/provider-presets.ts';

export type PresetKey = keyof typeof presetMessages;

export const PRESET_KEYS = Object.keys(presetMessages) as PresetKey[];

type Preset = { issuer: string; trustsEmails: boolean; isIssuer: (host: string) => boolean };

/** First values of the usual providers. */
export const PRESETS: Record<PresetKey, Preset> = {
  entra: {
    issuer: '',
    // It sends no email_verified.
    trustsEmails: true,
    isIssuer: (host) => host === 'login.microsoftonline.com' || host.endsWith('.ciamlogin.com'),
  },
  okta: {
    issuer: '',
    trustsEmails: false,
    isIssuer: (host) => host.endsWith('.okta.com') || host.endsWith('.okta-emea.com'),
  },
  google: {
    issuer: 'https://accounts.google.com',
    trustsEmails: false,
    isIssuer: (host) => host === 'accounts.google.com',
  },
  keycloak: { issuer: '', trustsEmails: false, isIssuer: () => false },
  other: { issuer: '', trustsEmails: false, isIssuer: () => true },
};

/** The kind of a provider, by its issuer. */
export function presetOf(issuer: string): PresetKey {
  const url = URL.parse(issuer);
  if (url === null) return 'other';
  if (url.pathname.includes('/realms/')) return 'keycloak';
  return PRESET_KEYS.find((key) => PRESETS[key].isIssuer(url.hostname)) ?? 'other';
}
