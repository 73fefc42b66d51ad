/** Identity providers for tests. */
import assert from 'node:assert/strict';
import { type Answer, client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';
import type { Person, World } from '../../../test/world.ts';

export type Provider = {
  connectionId: number;
  token: string;
  /** Sends a request to a path below /scim/v2. */
  scim: (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
};

/** Creates a connection as the site admin of the world. */
export async function connect({ url }: Pick<TestApp, 'url'>, { admin }: World, more: object = {}): Promise<Provider> {
  return connectAs(url, admin, more);
}

export async function connectAs(url: string, admin: Person, more: object = {}): Promise<Provider> {
  const wanted = { Name: `Provider ${crypto.randomUUID()}`, InvitesPeople: false, ...more };
  const { status, body } = await admin.api('POST', '/api/admin/scim-connections', wanted);
  assert.equal(status, 201);
  return { connectionId: body.ConnectionId, token: body.Token, scim: scimClient(url, body.Token) };
}

export function scimClient(url: string, token: string): Provider['scim'] {
  const provider = client(url, token);
  return (method, path, body, headers = {}) =>
    provider.api(method, `/scim/v2${path}`, body, { ...(body === undefined ? {} : SCIM), ...headers });
}

const SCIM = { 'content-type': 'application/scim+json' };

/** The body of a PATCH. */
export const patch = (...Operations: object[]) => {
  return { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations };
};

export const newAddress = () => `${crypto.randomUUID()}@people.test`;

/** Adds a person and returns the resource. */
export async function addScimUser({ scim }: Provider, more: object = {}) {
  const answer = await scim('POST', '/Users', { userName: newAddress(), displayName: 'Pat Lee', ...more });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}
