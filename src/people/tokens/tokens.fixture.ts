/** Tokens for tests. */
import assert from 'node:assert/strict';
import { type Client, client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';

/** A client with its own token. */
export type Made = Client & { tokenId: number; token: string };

/** Creates a token as `maker` and returns a client that uses it. */
export async function makeToken(
  { url }: Pick<TestApp, 'url'>,
  maker: Pick<Client, 'api'>,
  token: { userId: number; name: string; [more: string]: unknown },
): Promise<Made> {
  const { userId, name, ...more } = token;
  const { status, body } = await maker.api('POST', `/api/users/${userId}/tokens`, { Name: name, ...more });
  assert.equal(status, 201);
  return { ...client(url, body.Token), tokenId: body.TokenId, token: body.Token };
}

/** Whether requests with the token are accepted. */
export const works = async (made: Pick<Client, 'api'>) => (await made.api('GET', '/api/users/me')).status === 200;
