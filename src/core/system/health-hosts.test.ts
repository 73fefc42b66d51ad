/** The check of host names of deployments by `carrel doctor`. The names are below localhost, which is this machine (RFC 6761). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer, request as send } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, LookupFunction } from 'node:net';
import { after, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSignedCertificate } from '../../../test/certificate.ts';
import { startApp } from '../../../test/harness.ts';
import { storeHost } from '../hosts/hosts.queries.ts';
import { checkHosts } from './health-hosts.ts';
import { forOperators } from './health.ts';

const app = await startApp({}, { own: 'all host names of the instance are checked' });
const NOW = new Date();
const MONTHS_AGO = new Date(NOW.getTime() - 60 * 86_400_000);
const AGE_MS = 6_000;

const lookup: LookupFunction = (host, options, found) => {
  if (!host.endsWith('.localhost')) {
    return found(Object.assign(new Error(`getaddrinfo ENOTFOUND ${host}`), { code: 'ENOTFOUND' }), []);
  }
  const address = { address: '127.0.0.1', family: 4 };
  return options.all === true ? found(null, [address]) : found(null, address.address, address.family);
};

/** The result of the check of a new deployment's host name at an origin; by default at the service itself. */
async function check(origin = app.url, { host = 'files.localhost', now = NOW } = {}): Promise<[string, string]> {
  await app.sql`update deployments set host = null`;
  const w = await app.world();
  await storeHost(app.sql, w.deploymentId, host);
  app.clock.advance(AGE_MS);
  return stateAt(origin, now);
}

async function stateAt(origin: string, now = NOW): Promise<[string, string]> {
  const sites = { baseUrl: origin, webUrl: origin };
  const [found, ...others] = (await checkHosts(app.sql, sites, { now, lookup })).map(forOperators);
  assert.deepEqual(others, []);
  return [found?.State ?? '', found?.Detail ?? ''];
}

async function listen(server: Server, scheme = 'http'): Promise<string> {
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes requests on to the service. `host`: replaces their header Host. */
const proxy =
  (host?: string): RequestListener =>
  (request, response) => {
    const headers = { ...request.headers, host: host ?? request.headers.host };
    send(new URL(request.url ?? '/', app.url), { headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }).end();
  };

test('a host name that leads to its deployment passes the check', async () => {
  assert.deepEqual(await check(), ['ok', 'the one leads to its deployment']);
  await app.sql`update deployments set host = null`;
  assert.deepEqual(await stateAt(app.url), ['ok', 'no deployment has one']);
});

test('a name without an address fails, and one that cannot be reached from this machine is a warning', async () => {
  const unknown = await check(app.url, { host: 'files.unknown.test' });
  assert.deepEqual(unknown, ['failed', 'files.unknown.test: DNS has no address for it']);
  const [state, detail] = await check('http://127.0.0.1:1');
  assert.equal(state, 'warning');
  assert.match(detail, /^files\.localhost: cannot be reached from this machine: .*ECONNREFUSED/);
});

test('a name fails if something else answers, another deployment, or the instance because a proxy replaces the name', async () => {
  const other = await listen(createServer((_, response) => response.writeHead(404).end()));
  assert.deepEqual(await check(other), ['failed', 'files.localhost: another service answers, with 404']);
  const instance = await listen(createServer(proxy('carrel.test')));
  const text = 'files.localhost: is answered like the address of the instance: does the proxy pass the header Host?';
  assert.deepEqual(await check(instance), ['failed', text]);

  await check();
  const w = await app.world();
  await storeHost(app.sql, w.other.deploymentId, 'other.localhost');
  app.clock.advance(AGE_MS);
  const mixed = await listen(createServer(proxy('other.localhost')));
  const found = (await checkHosts(app.sql, { baseUrl: mixed, webUrl: mixed }, { now: NOW, lookup })).map(forOperators);
  assert.deepEqual(
    found.map(({ State, Detail }) => [State, Detail]),
    [['failed', 'files.localhost: leads to another deployment']],
  );
  const silent = await listen(createServer(() => {}));
  assert.match((await check(silent)).join(), /^warning,files\.localhost: cannot be reached from this machine/);
});

test('a certificate must be for the name, valid for 14 days, and of an authority that this machine trusts', async () => {
  const secure = async (certificate: ReturnType<typeof selfSignedCertificate>) =>
    listen(createSecureServer(certificate, proxy()), 'https');
  const certificate = selfSignedCertificate(['files.localhost']);
  const [own, others] = [await secure(certificate), await secure(selfSignedCertificate(['a.test', 'b.test']))];
  const named = await check(others);
  assert.deepEqual(named, ['failed', 'files.localhost: its certificate is for other names: DNS:a.test, DNS:b.test']);
  const [state, detail] = await check(own);
  assert.equal(state, 'warning');
  assert.match(detail, /^files\.localhost: its certificate expires on [\d-]+, in \d days?s?; renew it$/);
  const expired = await check(own, { now: new Date(NOW.getTime() + 3 * 86_400_000) });
  assert.match(expired.join(), /^failed,files\.localhost: its certificate expired on [\d-]+; renew it$/);
  const [trust, about] = await check(own, { now: MONTHS_AGO });
  assert.deepEqual(
    [trust, about],
    ['warning', 'files.localhost: this machine does not trust its certificate: DEPTH_ZERO_SELF_SIGNED_CERT'],
  );
  const trusted = getCACertificates();
  try {
    setDefaultCACertificates([...trusted, certificate.cert]);
    assert.deepEqual(await check(own, { now: MONTHS_AGO }), ['ok', 'the one leads to its deployment']);
  } finally {
    setDefaultCACertificates(trusted);
  }
});
