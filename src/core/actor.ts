import type { Clock } from '../platform/clock.ts';
import type { Once } from './once.ts';
import type { Preconditions } from './preconditions.ts';
import type { Scopes } from './scopes.ts';

export type UserKey = { deploymentId: number; userId: number };

/** The authenticated caller, determined once per request from its credential. */
export type Actor = {
  deploymentId: number;
  userId: number;
  email: string;
  name: string;
  isSiteAdmin: boolean;
  /** The time of the request, used to check rights and to date rows. */
  now: Date;
  /** The credential. Its id is needed to record it as a parent or to spare it when others are ended. */
  via: WithToken | SignedIn | Visiting;
  /** For a conditional write: the required state of its target. */
  preconditions?: Preconditions;
  /** For a create with an Idempotency-Key. */
  once?: Once;
};

/**
 * A program. `tokenId` is the row of the secret, `parentTokenId` that of the token: they differ for the previous secret of
 * a rotated token. `secretHash` is of the secret that was sent; null: none was. `expiresAt` null: never.
 */
export type WithToken = {
  kind: 'token';
  tokenId: number;
  parentTokenId: number;
  secretHash: Buffer | null;
  isSync: boolean;
  scopes: Scopes;
  expiresAt: string | null;
};

/**
 * A user in a browser; `authenticatedAt` is the time at which they last proved who they are. `factorDueAt`: until then they
 * must set up a second factor; null: they have one or don't need one.
 */
export type SignedIn = { kind: 'session'; sessionId: number; authenticatedAt: string; factorDueAt: string | null };

/**
 * A visitor of a link. The actor is the share's creator, whose rights limit the visitor's; activity is recorded as the
 * visitor's. `recipientId` and `email` are verified by an access code.
 */
export type Visiting = {
  kind: 'visit';
  shareId: number;
  recipientId: number | null;
  email: string | null;
  /** The key for counting the visitor's uploads: hashes of the recipient or browser, if known, and of the address. */
  visitor: string | null;
  address: string;
  /** The visitor may see the documents of the shared folder, beyond uploading or editing one. */
  seesFolder: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public routes only. */
    actor: Actor | null;
  }
}

/** The use of a token that can do everything that its owner can do. */
export function unlimitedToken(tokenId: number): WithToken {
  return {
    kind: 'token',
    tokenId,
    parentTokenId: tokenId,
    secretHash: null,
    isSync: false,
    scopes: null,
    expiresAt: null,
  };
}

/** The actor of a request on a route that is not public. */
export function actorOf(request: { actor: Actor | null }): Actor {
  if (request.actor === null) throw new Error('This route is public and has no actor.');
  return request.actor;
}

/** The actor at the current time: rights are checked, and rows dated, when an upload is complete. */
export function at(actor: Actor, clock: Clock): Actor {
  return { ...actor, now: clock() };
}
