/** A real OpenID provider that lets anyone sign in as any person. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import type { Page } from 'playwright-core';
import type { AtEnd } from '../../per-process.ts';
import { ORIGIN } from '../browser.ts';

export const CLIENT = { id: 'carrel', secret: 'a secret of the client' };

/** Starts the provider, with the development pages of the library, and returns its issuer. */
export async function startProvider(callback: string, atEnd: AtEnd): Promise<string> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
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
  server.on('request', provider.callback());
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return issuer;
}

/** Signs in on the provider's page. */
export async function proveAt(page: Page, name: string): Promise<void> {
  await page.locator('input[name=login]').fill(name);
  await page.locator('input[name=password]').fill('any');
  await page.locator('button[type=submit]').click();
}
