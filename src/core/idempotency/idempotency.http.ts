/** Idempotency-Key on create routes (docs/api/conventions.md#idempotency). */
import type { FastifyInstance, FastifyRequest, onSendAsyncHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import { createHash } from 'node:crypto';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import { keptAnswerOf } from '../../platform/http/repeated-answer.ts';
import type { Actor } from '../actor.ts';
import type { Once } from '../once.ts';
import { assertNotAnswered } from './idempotency.steps.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route creates something and honors Idempotency-Key. `secret`: its answer is not stored. */
    creates?: 'thing' | 'secret';
  }
}

/** Must be registered before the routes. Only create routes get these hooks. */
export function registerIdempotency(app: FastifyInstance, deps: Deps): void {
  const readOnce = readingOnce(deps);
  app.addHook('onRoute', (route) => {
    if (route.config?.creates === undefined) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), readOnce];
    route.onSend = [...[route.onSend ?? []].flat(), keepAnswer];
  });
}

function readingOnce({ sql, secretKey }: Deps): preHandlerAsyncHookHandler {
  return async (request) => {
    const header = request.headers['idempotency-key'];
    const { creates } = request.routeOptions.config;
    const { actor } = request;
    if (header === undefined || creates === undefined || actor === null) return;
    const once = begin(request, actor, readKey(String(header)), secretKey);
    once.isSecret = creates === 'secret';
    request.actor = { ...actor, once };
    // A form is compared after it was read.
    if (!isForm(request)) await assertNotAnswered(sql, once);
  };
}

const keepAnswer: onSendAsyncHookHandler = async ({ actor }, reply, payload) => {
  const once = actor?.once;
  if (once?.committed === undefined) return payload;
  const isSuccess = reply.statusCode >= 200 && reply.statusCode < 300;
  once.answer.resolve(isSuccess ? keptAnswerOf(reply, payload) : undefined);
  if (isSuccess) await once.committed;
  else await once.committed.catch(() => {});
  return payload;
};

/** For a form that has been read: its distinguishing parts, without the boundary. */
export async function assertFormNotAnswered(
  { sql }: Pick<Deps, 'sql'>,
  request: FastifyRequest,
  form: object,
): Promise<void> {
  const once = request.actor?.once;
  if (once === undefined) return;
  once.sent.push(form);
  await assertNotAnswered(sql, once);
}

function begin(request: FastifyRequest, actor: Actor, key: string, secretKey: Buffer): Once {
  const [path = '', query = ''] = request.url.split('?', 2);
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.method, path.replace(/\/+$/, ''), key, ...visitorOf(actor)]))
    .digest();
  const { deploymentId, userId, now } = actor;
  const sent = [query, request.bodyAsSent ?? request.body ?? null, meaningfulHeaders(request)];
  return { deploymentId, userId, requestHash, now, secretKey, sent, isSecret: false, answer: Promise.withResolvers() };
}

// Visitors act as the creator of their link and must not get each other's answers. The first comment of a browser brings it
// its id, so until then the address stands for the visitor.
function visitorOf({ via }: Actor): (number | string)[] {
  return via.kind === 'visit' ? [via.shareId, via.visitor ?? via.address] : [];
}

// Headers that determine the created object: the reference of a staged upload, and those that tus uses instead of a
// body.
const MEANINGFUL = /^x-[a-z]+-fileref$|^upload-(?:length|metadata)$/;

function meaningfulHeaders({ headers }: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => MEANINGFUL.test(name)));
}

function isForm({ headers, body }: FastifyRequest): boolean {
  return body === undefined && /^multipart\//i.test(headers['content-type'] ?? '');
}

/** The key, bare or as a structured field string (RFC 9651, 3.3.3); 400 unless it has 1 to 255 visible characters. */
function readKey(header: string): string {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(header.trim())?.[1];
  const key = quoted === undefined ? header.trim() : quoted.replace(/\\(["\\])/g, '$1');
  // A value that starts with a quotation mark must be a valid structured field.
  const isBroken = quoted === undefined && key.startsWith('"');
  if (!isBroken && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw invalidParameter(
    'Idempotency-Key',
    'Idempotency-Key must have 1 to 255 visible ASCII characters and no spaces.',
  );
}
