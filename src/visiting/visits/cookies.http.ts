/**
 * Cookies of a link: for 12 hours that it was unlocked, signed for this share, recipient and password; for 90 days that
 * a recipient has unlocked it in this browser; and a random id for counting visitors.
 */
import '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { timingSafeEqual } from 'node:crypto';
import type { Config } from '../../platform/config/config.ts';
import type { Deps } from '../../platform/deps.ts';
import { deriveSecret } from '../../platform/crypto/secret-key.ts';
import { isSecret, newSecret } from '../../platform/crypto/secrets.ts';
import { parseId } from '../../platform/values/ids.ts';
import type { VisitedShare } from './visits.queries.ts';

const UNLOCKED = 'carrel_visit';
const UNLOCKED_MS = 12 * 3_600_000;

const KNOWN = 'carrel_known';
const KNOWN_MS = 90 * 24 * 3_600_000;

const VISITOR = 'carrel_visitor';

type Locked = Pick<VisitedShare, 'deploymentId' | 'shareId' | 'folderId' | 'documentId' | 'taskId' | 'passwordHash'>;

/** A browser in which a recipient has unlocked the link before. */
export type KnownBrowser = { recipientId: number; browserId: string };

/** Stores in the browser that the link was unlocked, and the recipient if by an access code. */
export function rememberUnlocked(
  deps: Pick<Deps, 'config' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  share: Locked,
  recipientId: number | null,
): void {
  const now = deps.clock().getTime();
  const ends = now + UNLOCKED_MS;
  const proof = proofOf(deps.secretKey, share, recipientId ?? 0, ends).toString('base64url');
  const cookies = [{ name: UNLOCKED, value: `${recipientId ?? 0}.${ends}.${proof}`, keptMs: UNLOCKED_MS }];
  if (recipientId !== null) {
    const known = { recipientId, browserId: newSecret(), ends: now + KNOWN_MS };
    cookies.push({ name: KNOWN, value: formatKnown(deps.secretKey, share, known), keptMs: KNOWN_MS });
  }
  // The page of the link has another path than its data, and sends no code to a browser that needs none.
  for (const path of [dataPath(request), pagePath(request, share)]) {
    for (const cookie of cookies) setVisitCookie(deps, reply, { ...cookie, path });
  }
}

/** The browser, if a recipient of the link has unlocked it there within 90 days. */
export function readKnownBrowser(
  { config, secretKey, clock }: Pick<Deps, 'config' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  share: Locked,
): KnownBrowser | null {
  const value = request.cookies[cookieName(config, KNOWN)] ?? '';
  const [recipient = '', browserId = '', end = ''] = value.split('.');
  const recipientId = parseId(recipient);
  const ends = parseId(end);
  if (recipientId === null || ends === null || ends <= clock().getTime()) return null;
  const isGenuine = isSame(
    Buffer.from(formatKnown(secretKey, share, { recipientId, browserId, ends })),
    Buffer.from(value),
  );
  return isGenuine ? { recipientId, browserId } : null;
}

/** The unlock state of the link in this browser: null if locked, unlocked differently, or too long ago. */
export function readUnlocked(
  { config, secretKey, clock }: Pick<Deps, 'config' | 'secretKey' | 'clock'>,
  request: FastifyRequest,
  share: Locked,
): { recipientId: number | null } | null {
  const [recipient = '', end = '', proof = ''] = (request.cookies[cookieName(config, UNLOCKED)] ?? '').split('.');
  const recipientId = recipient === '0' ? 0 : parseId(recipient);
  const ends = parseId(end);
  if (recipientId === null || ends === null || ends <= clock().getTime()) return null;
  const expected = proofOf(secretKey, share, recipientId, ends);
  if (!isSame(Buffer.from(proof, 'base64url'), expected)) return null;
  return { recipientId: recipientId === 0 ? null : recipientId };
}

/** This visitor's id at the link, if the browser has one. Of another form it could be the key of a recipient. */
export function readVisitId({ config }: Pick<Deps, 'config'>, request: FastifyRequest): string | null {
  const value = request.cookies[cookieName(config, VISITOR)] ?? '';
  return isSecret(value) ? value : null;
}

/** The same; assigns an id if the browser has none. */
export function ensureVisitId(deps: Pick<Deps, 'config'>, request: FastifyRequest, reply: FastifyReply): string {
  const known = readVisitId(deps, request);
  if (known !== null) return known;
  const visitId = newSecret();
  setVisitCookie(deps, reply, { name: VISITOR, value: visitId, path: dataPath(request), keptMs: UNLOCKED_MS });
  return visitId;
}

// The browser sends it only with requests below this path.
function setVisitCookie(
  { config }: Pick<Deps, 'config'>,
  reply: FastifyReply,
  { name, value, path, keptMs }: { name: string; value: string; path: string; keptMs: number },
): void {
  const secure = isSecure(config);
  reply.setCookie(cookieName(config, name), value, {
    httpOnly: true,
    sameSite: 'lax',
    secure,
    path,
    maxAge: keptMs / 1000,
  });
}

// Over https, browsers accept a cookie with this prefix only from secure pages. __Host- would require the path of the
// whole host.
function cookieName(config: Config, name: string): string {
  return isSecure(config) ? `__Secure-${name}` : name;
}

function isSecure({ webUrl }: Config): boolean {
  return webUrl.startsWith('https:');
}

const referenceIn = (request: FastifyRequest) => (request.params as { reference: string }).reference;
const dataPath = (request: FastifyRequest) => `/link/${referenceIn(request)}`;

function pagePath(request: FastifyRequest, { folderId, documentId, taskId }: Locked): string {
  if (taskId !== null) return `/task/${taskId}/link/${referenceIn(request)}`;
  return `${folderId === null ? `/document/${documentId}` : `/folder/${folderId}`}/share/${referenceIn(request)}`;
}

function formatKnown(
  secretKey: Buffer,
  { deploymentId, shareId }: Locked,
  { recipientId, browserId, ends }: KnownBrowser & { ends: number },
): string {
  const about = Buffer.from(JSON.stringify([deploymentId, shareId, recipientId, browserId, ends]));
  return `${recipientId}.${browserId}.${ends}.${deriveSecret(secretKey, 'known-browser', about).toString('base64url')}`;
}

function proofOf(secretKey: Buffer, share: Locked, recipientId: number, ends: number): Buffer {
  const { deploymentId, shareId, passwordHash } = share;
  return deriveSecret(
    secretKey,
    'visit',
    Buffer.from(JSON.stringify([deploymentId, shareId, recipientId, ends, passwordHash])),
  );
}

function isSame(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected);
}
