/** A real OpenID provider that lets anyone sign in as any person. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import type { AtEnd } from '../../per-process.ts';
import { ORIGIN } from '../browser.ts';

export const CLIENT = { id: 'carrel', secret: 'a secret of the client' };

type Fault = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A provider whose machine, network and keys a test can break. */
export type RealProvider = {
  issuer: string;
  /** Handles a request instead of the provider if it returns true. */
  fault: Fault | null;
  /** The public keys that it publishes, as JSON. */
  publicKeys: () => Promise<string>;
  /** Replaces the keys, as a provider does that has restarted: its sessions end. */
  rotate: () => Promise<void>;
  /** Refuses connections until it is started. */
  stop: () => Promise<void>;
  start: () => Promise<void>;
};

/** Starts the provider, with the development pages of the library. `callback`: the redirect URI of its client. */
export async function startProvider(callback: string, atEnd: AtEnd): Promise<RealProvider> {
  const server = createServer();
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  let serve = await makeProvider(issuer, callback);
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  const real: RealProvider = {
    issuer,
    fault: null,
    publicKeys: async () => (await fetch(`${issuer}/jwks`)).text(),
    rotate: async () => {
      serve = await makeProvider(issuer, callback);
    },
    stop,
    start: () => listen(port),
  };
  server.on('request', (request, response) => {
    if (real.fault?.(request, response) !== true) serve(request, response);
  });
  atEnd(() => (server.listening ? stop() : undefined));
  return real;
}

async function makeProvider(issuer: string, callback: string): Promise<RequestListener> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), kid: randomUUID(), use: 'sig', alg: 'RS256' };
  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [callback],
        post_logout_redirect_uris: [`${ORIGIN}/sign-in`],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    findAccount: async (_context, id) => ({
      accountId: id,
      claims: async () => ({ sub: id, email: `${id}@keller.test`, email_verified: true, name: 'Eve Miller' }),
    }),
    pkce: { required: () => true },
    // Grants consent automatically, so that a sign-in is always one page.
    loadExistingGrant: async ({ oidc }) => {
      if (oidc.client === undefined || oidc.session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  return provider.callback();
}

/** Signs in on the provider's page. */
export async function proveAt(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}
