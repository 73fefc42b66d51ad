/**
 * Preconditions of writes: If-Match, If-None-Match and If-Unmodified-Since (RFC 9110, section 13; decision 0060). The
 * actor carries them from the request into the transaction, where they are checked after the row was locked: of two
 * writers with the same tag only one succeeds.
 */
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { type Validators, assertWriteConditions, hasWriteConditions } from '../platform/http/files/conditional.ts';
import type { Actor } from './actor.ts';

/** Objects that have an ETag. */
type Noun = 'library' | 'folder' | 'document' | 'share' | 'task' | 'comment';
/** Parts of an object that have their own ETag for writes. */
type Part = 'permissions' | 'tags' | 'revisions';

/** The conditions of a request on the object in its path. */
export type Preconditions = { target: Noun | Part; id: number; headers: IncomingHttpHeaders };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The part that the route writes, if it has its own ETag. */
    part?: Part;
  }
}

// In a path with several objects, from the outside in, the last one is written.
const PARAMETERS: [string, Noun][] = [
  ['commentId', 'comment'],
  ['shareId', 'share'],
  ['taskId', 'task'],
  ['documentId', 'document'],
  ['folderId', 'folder'],
  ['libraryId', 'library'],
];

/** Adds a write request's preconditions to its actor. Must be registered before the routes; reads have no such hook. */
export function registerPreconditions(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (['GET', 'HEAD'].includes(String(route.method))) return;
    route.preHandler = [...[route.preHandler ?? []].flat(), readPreconditions];
  });
}

const readPreconditions: preHandlerHookHandler = (request, _reply, done) => {
  const { headers, actor } = request;
  const params = request.params as Record<string, unknown>;
  const found = PARAMETERS.find(([parameter]) => typeof params[parameter] === 'number');
  if (actor !== null && found !== undefined && hasWriteConditions(headers)) {
    const [parameter, noun] = found;
    const target = request.routeOptions.config.part ?? noun;
    request.actor = { ...actor, preconditions: { target, id: Number(params[parameter]), headers } };
  }
  done();
};

/** Tags that identify a state, the object's own tag first. */
export type State = Validators & { otherTags?: string[] };

/** Throws 412 if the actor's request requires another state of this object; ignores requests about other objects. */
export function assertPreconditions(
  { preconditions }: Actor,
  target: Noun | Part,
  id: number,
  stateOf: () => State,
): void {
  if (preconditions === undefined || preconditions.target !== target || preconditions.id !== id) return;
  const { etag, modifiedAt, otherTags = [] } = stateOf();
  assertWriteConditions(preconditions.headers, [etag, ...otherTags], modifiedAt);
}
