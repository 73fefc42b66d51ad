/**
 * The ID token of the browser's last sign-in with a provider, for signing out there without a prompt (`id_token_hint`). Only the
 * browser keeps it, encrypted, and sends it only to the logout URL (decision 0114).
 */
import '@fastify/cookie';
import { decodeJwt, errors } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { openText, sealText } from '../../platform/crypto/sealed-text.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { signOutUri } from '../identity-providers/provider-addresses.ts';

type Parts = Pick<Deps, 'config' | 'secretKey'>;

const MAX_AGE_S = 30 * 86_400;
/** Browsers keep cookies of at most 4 096 bytes with their attributes. Without the token, the provider asks the person. */
const MAX_LENGTH = 3800;
/** Nonce, tag and one byte. */
const MIN_BYTES = 29;

export function keepIdToken(parts: Parts, reply: FastifyReply, providerId: number, idToken: string): void {
  const value = sealText(keyOf(parts, providerId), idToken).toString('base64url');
  if (value.length > MAX_LENGTH) return dropIdToken(parts, reply, providerId);
  reply.setCookie(nameOf(parts), value, { ...attributesOf(parts, providerId), maxAge: MAX_AGE_S });
}

export function dropIdToken(parts: Parts, reply: FastifyReply, providerId: number): void {
  reply.clearCookie(nameOf(parts), attributesOf(parts, providerId));
}

/** Null if there is no token for this client. The provider checks the signature. */
export function idTokenOf(
  parts: Parts,
  request: FastifyRequest,
  { providerId, clientId }: { providerId: number; clientId: string },
): string | null {
  const sealed = Buffer.from(request.cookies[nameOf(parts)] ?? '', 'base64url');
  const idToken = sealed.length < MIN_BYTES ? null : openText(keyOf(parts, providerId), sealed);
  return idToken !== null && isFor(idToken, clientId) ? idToken : null;
}

// The client id of the provider may have changed since then.
function isFor(idToken: string, clientId: string): boolean {
  try {
    return [decodeJwt(idToken).aud].flat().includes(clientId);
  } catch (error) {
    if (error instanceof errors.JOSEError) return false;
    throw error;
  }
}

// Strict, so that a link on another site cannot sign people out at the provider.
function attributesOf({ config }: Parts, providerId: number) {
  const { pathname: path } = new URL(signOutUri(config, providerId));
  return { httpOnly: true, sameSite: 'strict', secure: isHttps(config), path } as const;
}

function keyOf({ secretKey }: Parts, providerId: number): Buffer {
  return deriveSecret(secretKey, 'id-token-cookie', Buffer.from(String(providerId)));
}

function nameOf({ config }: Parts): string {
  return isHttps(config) ? '__Secure-carrel_id_token' : 'carrel_id_token';
}

function isHttps({ baseUrl }: Parts['config']): boolean {
  return baseUrl.startsWith('https:');
}
