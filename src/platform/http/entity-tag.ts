/** Entity tags of things that are answered as JSON, and the answers that carry them (RFC 9110, 8.8.3). */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { type Validators, isFresh } from './conditional.ts';

/** A strong tag of 132 bits that is the same exactly for the same state. `state` holds everything that the answer shows. */
export function entityTag(...state: unknown[]): string {
  return `"${hash('sha256', JSON.stringify(state), 'base64url').slice(0, 22)}"`;
}

/**
 * Sets the validators of a GET's answer. True if the client's copy is current: then the answer is 304 and has no body.
 * Throws 412. The answer may be kept by its reader, who asks each time whether it is current.
 */
export function isCurrent(request: FastifyRequest, reply: FastifyReply, validators: Validators): boolean {
  const { etag, modifiedAt } = validators;
  const fresh = isFresh(request.headers, validators);
  reply.headers({ etag, 'cache-control': 'private, no-cache' });
  if (modifiedAt !== undefined) reply.header('last-modified', new Date(modifiedAt).toUTCString());
  if (fresh) reply.code(304);
  return fresh;
}
