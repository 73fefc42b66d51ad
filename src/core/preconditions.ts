/**
 * Preconditions of writes: If-Match, If-None-Match and If-Unmodified-Since (RFC 9110, section 13; decision 0060). The actor
 * carries them from the request to the transaction, where they are compared after the row was locked: of two writers with
 * the same tag one goes on.
 */
import type { FastifyInstance, preHandlerHookHandler } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import { type Validators, assertWriteConditions, hasWriteConditions } from '../platform/http/conditional.ts';
import type { Actor } from './actor.ts';

/** The things that have an ETag. */
type Noun = 'library' | 'folder' | 'document' | 'share' | 'task';
/** Parts of a thing whose writes accept a tag of their own. */
type Part = 'permissions' | 'tags' | 'revisions';

/** What a request demands of the thing that its path names. */
export type Preconditions = { target: Noun | Part; id: number; headers: IncomingHttpHeaders };

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The part of the thing that the route writes, if that has a tag of its own. */
    part?: Part;
  }
}

// A path that names several names them from the outside in: the last one is written.
const PARAMETERS: [string, Noun][] = [
  ['shareId', 'share'],
  ['taskId', 'task'],
  ['documentId', 'document'],
  ['folderId', 'folder'],
  ['libraryId', 'library'],
];

/** Gives the actor of a write the preconditions of its request. Must be registered before the routes; reads have no such hook. */
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

/** The tags that name a state, the thing's own first. */
export type State = Validators & { otherTags?: string[] };

/** 412 if the actor's request demands another state of this thing; nothing for requests about other things. */
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
