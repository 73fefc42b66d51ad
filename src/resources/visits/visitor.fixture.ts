/** Somebody with a link, for tests: a browser that keeps its cookies, without an account. */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { type Answer, type Client, client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';
import { ORIGIN } from '../sessions/browser.fixture.ts';

export type Visitor = {
  /** Asks below `/link/{reference}`, as the pages of the service do. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Asks for any path. */
  open(path: string, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
};

/** A browser that has not been here before. */
export function visitor({ url }: Pick<TestApp, 'url'>, reference: string): Visitor {
  const cookies = new Map<string, string>();
  const anonymous = client(url, null);
  const send: Client['api'] = async (method, path, body, headers) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await anonymous.api(method, path, body, {
      origin: ORIGIN,
      ...(cookie === '' ? {} : { cookie }),
      ...headers,
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  return {
    ask: (method, path, body, headers) => send(method, `/link/${reference}${path}`, body, headers),
    open: (path, headers) => send('GET', path, undefined, headers),
    cookies,
  };
}

/** The reference of a share that is in the database. */
export async function referenceOfShare({ sql, deps }: Pick<TestApp, 'sql' | 'deps'>, shareId: number): Promise<string> {
  const [row] = await sql<{ salt: Buffer }[]>`select reference_salt as salt from shares where share_id = ${shareId}`;
  return deriveSecret(deps.secretKey, 'share-reference', row?.salt ?? Buffer.alloc(0), 16).toString('base64url');
}
