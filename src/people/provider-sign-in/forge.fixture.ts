/** A provider for tests that can be made to lie: it signs whatever a test wants. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { AtEnd } from '../../../test/per-process.ts';

export const CLIENT_ID = 'carrel';
export const CLIENT_SECRET = 'mXk2cV7Jt0pQ9sLw';

type Key = { kid: string; privateKey: CryptoKey; jwk: object };

export type Lie = {
  /** Replaces or, with undefined, removes claims of the ID token. */
  claims?: Record<string, unknown>;
  /** Replaces the whole ID token. */
  idToken?: (claims: JWTPayload) => string | Promise<string>;
  /** Replaces parameters of the answer to the browser. */
  answer?: Record<string, string | undefined>;
  /** The description of the person, beside the ID token. */
  userInfo?: object;
};

type Code = { claims: JWTPayload; challenge: string; lie: Lie; isUsed: boolean };

export type Forge = {
  issuer: string;
  /** Answers to everything, if it is set. */
  fault: ((request: IncomingMessage, response: ServerResponse) => void) | null;
  /** Paths that were requested. */
  requests: string[];
  /** The parameters of the answer to a browser that was sent to `uri`, with a code for this person. */
  authorize(uri: string, person: JWTPayload, lie?: Lie): URLSearchParams;
  /** Signs with the current key. */
  sign(claims: JWTPayload, header?: { alg?: string; typ?: string }): Promise<string>;
  /** Replaces the key; `isPublished` false: only the old one is published. `kid`: the name of the new key. */
  rotate(isPublished?: boolean, kid?: string): Promise<void>;
};

/** Starts a provider on loopback. */
export async function startForge(atEnd: AtEnd, now: () => Date): Promise<Forge> {
  const codes = new Map<string, Code>();
  const tokens = new Map<string, object>();
  let key = await newKey();
  let published = key;
  const seconds = () => Math.floor(now().getTime() / 1000);
  const server = createServer((request, response) => {
    forge.requests.push(request.url ?? '');
    if (forge.fault !== null) return forge.fault(request, response);
    void answer(request, response);
    return undefined;
  });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const send = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') return send(metadataOf(forge.issuer));
    if (request.url === '/jwks') return send({ keys: [published.jwk] });
    if (request.url === '/userinfo') {
      return send(tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '') ?? {});
    }
    if (request.url !== '/token') return send({}, 404);
    const form = new URLSearchParams(await readText(request));
    const code = codes.get(form.get('code') ?? '');
    const basic = `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}`;
    if (request.headers.authorization !== basic) return send({ error: 'invalid_client' }, 401);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (code === undefined || code.isUsed || code.challenge !== challenge) return send({ error: 'invalid_grant' }, 400);
    code.isUsed = true;
    const claims = { ...code.claims, ...code.lie.claims };
    const accessToken = crypto.randomUUID();
    tokens.set(accessToken, { sub: claims.sub, ...code.lie.userInfo });
    const idToken = await (code.lie.idToken?.(claims) ?? forge.sign(claims));
    return send({ access_token: accessToken, token_type: 'Bearer', expires_in: 60, id_token: idToken });
  };
  const forge: Forge = {
    issuer: '',
    fault: null,
    requests: [],
    authorize(uri, person, lie = {}) {
      const asked = new URL(uri).searchParams;
      const code = crypto.randomUUID();
      const times = { iat: seconds(), exp: seconds() + 300 };
      const nonce = asked.get('nonce') ?? '';
      const claims = { iss: forge.issuer, aud: CLIENT_ID, nonce, ...times, ...person };
      codes.set(code, { claims, challenge: asked.get('code_challenge') ?? '', lie, isUsed: false });
      const sent = { code, state: asked.get('state') ?? '', iss: forge.issuer, ...lie.answer };
      return new URLSearchParams(
        Object.entries(sent).filter((entry): entry is [string, string] => entry[1] !== undefined),
      );
    },
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header }).sign(key.privateKey),
    async rotate(isPublished = true, kid) {
      key = await newKey(kid);
      if (isPublished) published = key;
    },
  };
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  forge.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => {
      server.close(resolve);
    });
  });
  return forge;
}

async function newKey(kid: string = crypto.randomUUID()): Promise<Key> {
  const { privateKey, publicKey } = await generateKeyPair('ES256');
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'ES256' } };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    end_session_endpoint: `${issuer}/end`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256', 'none', 'HS256'],
    authorization_response_iss_parameter_supported: true,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
