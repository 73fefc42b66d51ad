import type { Once } from './idempotency/idempotency.steps.ts';
import type { Preconditions } from './preconditions.ts';

export type UserKey = { deploymentId: number; userId: number };

/** Who is asking. Established once for each request, from its credential; everything else asks for an Actor. */
export type Actor = {
  deploymentId: number;
  userId: number;
  email: string;
  name: string;
  isSiteAdmin: boolean;
  /** The moment of asking: rights are judged and rows are dated by it. */
  now: Date;
  /** The credential: its id, so that it can be named as a parent or spared when others are ended. */
  via: { kind: 'token'; tokenId: number; isSync: boolean } | SignedIn | Visiting;
  /** Of a write that has some: the state in which its target must be. */
  preconditions?: Preconditions;
  /** Of a creation with an Idempotency-Key. */
  once?: Once;
};

/** Somebody in a browser; `createdAt` is when they signed in. */
export type SignedIn = { kind: 'session'; sessionId: number; createdAt: string };

/**
 * Somebody who came by a link: the actor is the share's creator, whose rights bound the visitor's, and what is done is
 * recorded as done by the visitor. `recipientId` and `email` are those that an access code has proved.
 */
export type Visiting = {
  kind: 'visit';
  shareId: number;
  recipientId: number | null;
  email: string | null;
  /** By what the visitor's uploads are counted: hashes of the recipient or browser, if known, and of the address. */
  visitor: string | null;
  address: string;
  /** The visitor may see the documents of the folder that is shared, and not only bring some or edit one. */
  seesFolder: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes only. */
    actor: Actor | null;
  }
}

/** The actor of a request on a route that is not public. */
export function actorOf(request: { actor: Actor | null }): Actor {
  if (request.actor === null) throw new Error('This route was declared public, but asks who is asking.');
  return request.actor;
}
