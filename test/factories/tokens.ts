/** API tokens of people. */
import type { Client } from '../client.ts';

/** The headers of a request with a new token of the user. */
export async function tokenHeaders(
  maker: Pick<Client, 'api'>,
  userId: number,
  wanted: { Name?: string; IsSync?: boolean } = {},
): Promise<{ authorization: string }> {
  const { body } = await maker.api('POST', `/api/users/${userId}/tokens`, { Name: 'another', ...wanted });
  return { authorization: `Bearer ${body.Token}` };
}
