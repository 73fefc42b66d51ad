import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseId } from '../../platform/values/ids.ts';
import { SCIM_TYPE } from '../scim-protocol/scim-errors.ts';
import type { Json } from '../scim-protocol/requests.ts';

/** Bodies of groups have thousands of members. */
export const BODY_LIMIT = 4_194_304;

/** Shared by all routes of SCIM. They describe themselves by /Schemas, not in openapi.json (decision 0111). */
export const SCIM_ROUTE = { config: { credential: 'connection' }, schema: { hide: true } } as const;

/** Sends a resource, list or other message. */
export function sendScim(reply: FastifyReply, body: Json | object): FastifyReply {
  return reply.type(SCIM_TYPE).send(Buffer.from(JSON.stringify(body)));
}

/** Sends a resource with its version, or 304 if the client has it (RFC 7644, section 3.14). */
export function sendResource(request: FastifyRequest, reply: FastifyReply, resource: Json, version: string) {
  void reply.header('etag', version);
  const known = request.headers['if-none-match'];
  if (request.method === 'GET' && known !== undefined && known.split(',').some((tag) => tag.trim() === version)) {
    return reply.code(304).send();
  }
  return sendScim(reply, resource);
}

/** The id in the path; null if it is malformed. */
export function idOf(request: FastifyRequest): number | null {
  return parseId((request.params as { scimId: string }).scimId);
}

/** The version that the client wants to change. */
export function ifMatchOf(request: FastifyRequest): string | undefined {
  return request.headers['if-match'];
}
