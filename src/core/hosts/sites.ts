/** Addresses below which a service is reached: its own, and one for each deployment with a host name (decision 0138). */
import { isIP } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/db/connection.ts';
import { findHost } from './hosts.queries.ts';

/** `deploymentId` null: the address of the instance, which serves all deployments. */
export type Site = { deploymentId: number | null } & Pick<Config, 'baseUrl' | 'webUrl'>;

export type Sites = Pick<Config, 'baseUrl' | 'webUrl'>;

/** The address of the instance. */
export function instanceSite({ baseUrl, webUrl }: Sites): Site {
  return { deploymentId: null, baseUrl, webUrl };
}

/** The address of a deployment with this host name: scheme and port are those of the instance. */
export function hostSite({ webUrl }: Sites, host: string, deploymentId: number): Site {
  const url = new URL(webUrl);
  url.hostname = host;
  return { deploymentId, baseUrl: url.origin, webUrl: url.origin };
}

/** The address that people of the deployment open: by its host name if it has one. All links in emails have it. */
export async function siteOfDeployment(sql: Db, sites: Sites, deploymentId: number): Promise<Site> {
  const host = await findHost(sql, deploymentId);
  return host === null ? instanceSite(sites) : hostSite(sites, host, deploymentId);
}

/** Whether the instance itself is reached by this name or address. */
export function isOfInstance({ baseUrl, webUrl }: Sites, host: string): boolean {
  return [baseUrl, webUrl].some((url) => new URL(url).hostname === host);
}

/** A name that a deployment can have, in lower case; null for everything else. */
export function parseHost({ baseUrl, webUrl }: Sites, wanted: string): string | null {
  const host = wanted.toLowerCase();
  const isName = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/.test(host);
  if (!isName || isIP(host) !== 0 || URL.parse(`http://${host}`)?.hostname !== host) return null;
  return isOfInstance({ baseUrl, webUrl }, host) ? null : host;
}

/** Whether a person of the deployment can be authenticated there. */
export function serves({ deploymentId }: Pick<Site, 'deploymentId'>, owner: { deploymentId: number }): boolean {
  return deploymentId === null || deploymentId === owner.deploymentId;
}
