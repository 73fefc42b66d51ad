/** Entity tags of JSON representations (RFC 9110, 8.8.3). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { type Validators, isFresh } from './conditional.ts';

/** A strong tag of 132 bits that depends on the state only. `state` must contain everything that the answer shows. */
export function entityTag(...state: unknown[]): string {
  return `"${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)}"`;
}

/**
 * Sets the validators of a GET answer. Returns true if the client's copy is current: then send 304 without a body.
 * Throws 412. Clients may cache the answer and must revalidate it.
 */
export function isCurrent(request: FastifyRequest, reply: FastifyReply, validators: Validators): boolean {
  const { etag, modifiedAt } = validators;
  const fresh = isFresh(request.headers, validators);
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (modifiedAt !== undefined) reply.header('last-modified', new Date(modifiedAt).toUTCString());
  if (fresh) reply.code(304);
  return fresh;
}
