/** The check of the host names of deployments, for `carrel doctor` (docs/api/authentication.md#host-names). */
import { lookup as resolveName } from 'node:dns';
import { request as sendHttp } from 'node:http';
import { request as sendHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Sql } from '../../platform/db/connection.ts';
import { oneLine } from '../../platform/values/one-line.ts';
import { readHosts } from '../hosts/hosts.queries.ts';
import { type Site, type Sites, hostSite } from '../hosts/sites.ts';
import { certificateAt, expiryState } from './certificates.ts';
import { type CheckOutcome, type DetailedCheckResult, runCheck } from './health-run.ts';
import { withTimeout } from './with-timeout.ts';

/** For one host name: less than a check has. */
const HOST_MS = 4500;
const REQUEST_MS = 4000;
const AT_ONCE = 16;
/** No deployment has it. */
const NOBODY = Number.MAX_SAFE_INTEGER;

type Look = { now: Date; lookup: LookupFunction };

/**
 * Whether each name has an address, a certificate that is valid for it for some time, and leads to its deployment. A finding for each
 * name that does not, otherwise one for all. `lookup`: finds addresses.
 */
export async function checkHosts(
  sql: Sql,
  sites: Sites,
  { now, lookup = resolveName }: { now: Date; lookup?: LookupFunction },
): Promise<DetailedCheckResult[]> {
  const hosts = [...(await readHosts(sql))];
  const found: DetailedCheckResult[] = [];
  for (let start = 0; start < hosts.length; start += AT_ONCE) {
    const some = hosts.slice(start, start + AT_ONCE);
    const results = some.map(async ([host, deploymentId]) =>
      runCheck('hosts', () => hostState(host, hostSite(sites, host, deploymentId), { now, lookup })),
    );
    found.push(...(await Promise.all(results)));
  }
  const wrong = found.filter(({ State }) => State !== 'ok');
  if (wrong.length > 0) return wrong;
  const all = hosts.length === 1 ? 'the one leads to its deployment' : `${hosts.length} lead to their deployments`;
  return [await runCheck('hosts', async () => (hosts.length === 0 ? 'no deployment has one' : all))];
}

async function hostState(host: string, site: Site, look: Look): Promise<CheckOutcome> {
  try {
    const { State, Detail } = await withTimeout(siteState(new URL(site.webUrl), site.deploymentId, look), HOST_MS);
    return { State, Detail: `${host}: ${Detail}` };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTFOUND') {
      return { State: 'failed', Detail: `${host}: DNS has no address for it` };
    }
    // A machine behind a router may be unable to connect to its own public address.
    return { State: 'warning', Detail: `${host}: cannot be reached from this machine: ${oneLine(error)}` };
  }
}

async function siteState(url: URL, deploymentId: number | null, { now, lookup }: Look): Promise<CheckOutcome> {
  if (url.protocol === 'https:') {
    const found = await certificateState(url, { now, lookup });
    if (found.State !== 'ok') return found;
  }
  const statuses = [deploymentId ?? NOBODY, NOBODY].map(async (id) => statusOf(url, id, lookup));
  const [own = 0, nobody = 0] = await Promise.all(statuses);
  return answerState(own, nobody);
}

async function certificateState({ hostname, port }: URL, { now, lookup }: Look): Promise<CheckOutcome> {
  const { certificate, distrust } = await certificateAt(hostname, Number(port || 443), lookup);
  if (certificate.checkHost(hostname) === undefined) {
    const names = (certificate.subjectAltName ?? certificate.subject).replaceAll(/\s+/g, ' ');
    return { State: 'failed', Detail: `its certificate is for other names: ${names}` };
  }
  const { State, Detail } = expiryState(certificate, now, 'renew it');
  if (State !== 'ok') return { State, Detail: `its certificate ${Detail}` };
  if (distrust === null) return { State, Detail };
  return { State: 'warning', Detail: `this machine does not trust its certificate: ${distrust}` };
}

// At a host name, the exchange of a password for a token refuses other deployments (400), before it asks for a password (401).
function answerState(own: number, nobody: number): CheckOutcome {
  if (own === 401 && nobody === 400) return { State: 'ok', Detail: 'leads to its deployment' };
  if (own === 401 && nobody === 401) {
    const Detail = 'is answered like the address of the instance: does the proxy pass the header Host?';
    return { State: 'failed', Detail };
  }
  if (own === 400 && nobody === 400) return { State: 'failed', Detail: 'leads to another deployment' };
  if (own === 429 || own >= 500) return { State: 'warning', Detail: `the service answers with ${own}` };
  return { State: 'failed', Detail: `another service answers, with ${own}` };
}

function statusOf(url: URL, deploymentId: number, lookup: LookupFunction): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const address = new URL(`/api/authenticate?deploymentId=${deploymentId}`, url);
  // The certificate was checked before.
  const options = { lookup, agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(REQUEST_MS) };
  const request = (url.protocol === 'https:' ? sendHttps : sendHttp)(address, options, (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  request.once('error', reject).end();
  return promise;
}
