/** Finds the deployment whose host name a request names (docs/api/authentication.md#host-names). */
import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { Problem, invalidParameter } from '../../platform/errors.ts';
import { readHosts } from './hosts.queries.ts';
import { type Site, hostSite, instanceSite, isOfInstance } from './sites.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before the hook of registerSites. */
    site: Site | null;
  }
}

/** A change of host names reaches every process within this time. */
const MAX_AGE_MS = 5_000;

/** Must be registered before anything that asks for the site of a request. */
export function registerSites(app: FastifyInstance, deps: Deps): void {
  const { config } = deps;
  const instance = instanceSite(config);
  const findSite = rememberSites(deps, instance);
  app.decorateRequest('site', null);
  app.addHook('onRequest', async (request) => {
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1')
      throw new Problem('/validation_error', 'The request has no Host header.');
    // A name with a dot at its end is the same name (RFC 1034, section 3.1).
    const host = request.hostname.toLowerCase().replace(/\.$/, '');
    // Health checks name an address, and must not need the database.
    request.site = isOfInstance(config, host) || isIP(host) !== 0 ? instance : await findSite(host);
  });
}

/** The address by which the request came. */
export function siteOf({ site }: FastifyRequest): Site {
  if (site === null) throw new Error('The site of the request was not found yet.');
  return site;
}

/** The deployment that a request names, which at a host name can only be its own: 400 for another. */
export function namedDeployment(request: FastifyRequest, named: number | null): number | null {
  const { deploymentId } = siteOf(request);
  if (deploymentId === null || named === null || named === deploymentId) return deploymentId ?? named;
  throw invalidParameter('DeploymentId', 'This address is of another deployment. Leave out DeploymentId.');
}

type Known = { readAt: number; hosts: Promise<Map<string, number>> };

function rememberSites({ sql, clock, config }: Deps, instance: Site): (host: string) => Promise<Site> {
  let known: Known | null = null;
  return async (host) => {
    const now = clock().getTime();
    if (known === null || Math.abs(now - known.readAt) > MAX_AGE_MS) {
      const reading = { readAt: now, hosts: readHosts(sql) };
      known = reading;
      // A failure is not kept.
      reading.hosts.catch(() => (known = known === reading ? null : known));
    }
    const deploymentId = (await known.hosts).get(host);
    return deploymentId === undefined ? instance : hostSite(config, host, deploymentId);
  };
}
