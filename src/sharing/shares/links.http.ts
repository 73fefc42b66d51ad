import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../platform/deps.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';
import type { LinkParts } from './web-links.ts';

/** The links in a response have the address by which the request came (docs/api/authentication.md#host-names). */
export function linkPartsOf(request: FastifyRequest, { secretKey }: Pick<Deps, 'secretKey'>): LinkParts {
  return { secretKey, config: siteOf(request) };
}
