import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import { siteOf } from '../../core/hosts/hosts.http.ts';

/** Whether the origin is that of the request's own address, or allowed by the operator (CORS_ORIGINS). */
export function isOwnOrigin({ corsOrigins }: Config, request: FastifyRequest, origin: string): boolean {
  const { baseUrl, webUrl } = siteOf(request);
  return [new URL(baseUrl).origin, new URL(webUrl).origin, ...corsOrigins].includes(origin);
}
