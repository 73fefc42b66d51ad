/** A visitor with a link, for tests: a browser with cookies and without an account. */
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { type Answer, type Client, client } from '../../../test/client.ts';
import type { TestApp } from '../../../test/harness.ts';
import { PIECE, TUS, metadata } from '../../library/staged-uploads/tus.fixture.ts';
import { ORIGIN } from '../../people/sessions/browser.fixture.ts';

export type Visitor = {
  /** Sends a request below `/link/{reference}`, as the pages do. */
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Requests any path. */
  open(path: string, headers?: Record<string, string>): Promise<Answer>;
  cookies: Map<string, string>;
};

/** A new browser. */
export function visitor({ url }: Pick<TestApp, 'url'>, reference: string): Visitor {
  const cookies = new Map<string, string>();
  const anonymous = client(url, null);
  const send: Client['api'] = async (method, path, body, headers) => {
    const cookie = cookieHeader(cookies);
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

/** The reference of a share in the database. */
export async function referenceOfShare({ sql, deps }: Pick<TestApp, 'sql' | 'deps'>, shareId: number): Promise<string> {
  const [row] = await sql<{ salt: Buffer }[]>`select reference_salt as salt from shares where share_id = ${shareId}`;
  return deriveSecret(deps.secretKey, 'share-reference', row?.salt ?? Buffer.alloc(0), 16).toString('base64url');
}

/** Uploads a file by tus in one request; returns the id of the upload. */
export async function bring(
  { url }: Pick<TestApp, 'url'>,
  somebody: Visitor,
  name: string,
  content: string,
): Promise<string> {
  const bytes = Buffer.from(content);
  const begun = await somebody.ask('POST', '/uploads', undefined, {
    ...TUS,
    'upload-length': String(bytes.length),
    'upload-metadata': metadata({ filename: name }),
  });
  if (begun.status !== 201) throw new Error(`The upload was not begun: ${begun.status} ${begun.text}`);
  const path = begun.headers.get('location') ?? '';
  const sent = await fetch(new URL(path, url), {
    method: 'PATCH',
    headers: { ...PIECE, 'upload-offset': '0', origin: ORIGIN, cookie: cookieHeader(somebody.cookies) },
    body: bytes,
  });
  if (sent.status !== 204) throw new Error(`The piece was not taken: ${sent.status} ${await sent.text()}`);
  return path.split('/').at(-1) ?? '';
}

function cookieHeader(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
