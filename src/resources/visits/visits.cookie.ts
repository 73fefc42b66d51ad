/** What an unlocked link is remembered by: a signed cookie for this share, recipient and password alone, for 12 hours. */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { newSecret } from '../../platform/crypto/secrets.ts';
import { parseId } from '../../platform/ids.ts';
import type { VisitedShare } from './visits.queries.ts';

const UNLOCKED = 'carrel_visit';
const UNLOCKED_MS = 12 * 3_600_000;

/** By what the wrong codes of a browser are counted; made when it tries one. */
const TRIES = 'carrel_tries';

type Locked = Pick<VisitedShare, 'deploymentId' | 'shareId' | 'passwordHash'>;

/** Remembers in the browser that the link was unlocked, by the recipient if an access code did it. */
export function rememberUnlocked(
  deps: Pick<Deps, 'config' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  share: Locked,
  recipientId: number | null,
): void {
  const ends = deps.clock().getTime() + UNLOCKED_MS;
  const proof = proofOf(deps.secretKey, share, recipientId ?? 0, ends).toString('base64url');
  setVisitCookie(deps, request, reply, UNLOCKED, `${recipientId ?? 0}.${ends}.${proof}`, UNLOCKED_MS);
}

/** Who has unlocked the link in this browser: null if nobody has, or not in this way, or too long ago. */
export function readUnlocked(
  { secretKey, clock }: Pick<Deps, 'secretKey' | 'clock'>,
  request: FastifyRequest,
  share: Locked,
): { recipientId: number | null } | null {
  const [recipient = '', end = '', proof = ''] = (request.cookies[UNLOCKED] ?? '').split('.');
  const recipientId = recipient === '0' ? 0 : parseId(recipient);
  const ends = parseId(end);
  if (recipientId === null || ends === null || ends <= clock().getTime()) return null;
  const expected = proofOf(secretKey, share, recipientId, ends);
  const given = Buffer.from(proof, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return { recipientId: recipientId === 0 ? null : recipientId };
}

/** By what the tries of this browser at the link are counted, if it has tried before. */
export function readVisitId(request: FastifyRequest): string | null {
  return request.cookies[TRIES]?.slice(0, 100) ?? null;
}

/** The same, begun now if it has not. */
export function holdVisitId(deps: Pick<Deps, 'config'>, request: FastifyRequest, reply: FastifyReply): string {
  const known = readVisitId(request);
  if (known !== null) return known;
  const visitId = newSecret();
  setVisitCookie(deps, request, reply, TRIES, visitId, UNLOCKED_MS);
  return visitId;
}

// The browser sends it with requests below this link only.
function setVisitCookie(
  { config }: Pick<Deps, 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  value: string,
  keptMs: number,
): void {
  const path = request.url.split('/', 3).join('/').split('?', 1)[0] ?? '/';
  const secure = config.webUrl.startsWith('https:');
  reply.setCookie(name, value, { httpOnly: true, sameSite: 'lax', secure, path, maxAge: keptMs / 1000 });
}

function proofOf(secretKey: Buffer, share: Locked, recipientId: number, ends: number): Buffer {
  const { deploymentId, shareId, passwordHash } = share;
  return deriveSecret(
    secretKey,
    'visit',
    Buffer.from(JSON.stringify([deploymentId, shareId, recipientId, ends, passwordHash])),
  );
}
