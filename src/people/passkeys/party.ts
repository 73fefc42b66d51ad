import type { Config } from '../../platform/config/config.ts';

/** The site that passkeys belong to (WebAuthn: relying party). `id` is the host, `origin` its pages. */
export type Party = { id: string; origin: string };

/**
 * The site of the page that sent the request, if it is one of this service's origins, otherwise the web app. Browsers use a
 * passkey only on its own host.
 */
export function partyOf({ webUrl, baseUrl }: Pick<Config, 'webUrl' | 'baseUrl'>, origin: string | undefined): Party {
  const sites = [new URL(webUrl), new URL(baseUrl)];
  const { hostname: id, origin: own } = sites.find((site) => site.origin === origin) ?? new URL(webUrl);
  return { id, origin: own };
}
