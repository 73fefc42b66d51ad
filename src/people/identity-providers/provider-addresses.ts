/** Addresses of a provider in this service. Each has its own redirect URI, so that no answer is taken for another's. */
import type { Config } from '../../platform/config/config.ts';

type Sites = Pick<Config, 'webUrl'>;

export const signInUri = ({ webUrl }: Sites, providerId: number) => `${webUrl}/sign-in/providers/${providerId}`;

export const callbackUri = (sites: Sites, providerId: number) => `${signInUri(sites, providerId)}/callback`;

export const backChannelUri = (sites: Sites, providerId: number) => `${signInUri(sites, providerId)}/logout`;

/** Leads to the page of the provider that ends its session. */
export const signOutUri = (sites: Sites, providerId: number) => `${signInUri(sites, providerId)}/end`;

/** The page that people reach after they signed out at the provider. */
export const signedOutUri = ({ webUrl }: Sites) => `${webUrl}/sign-in`;
