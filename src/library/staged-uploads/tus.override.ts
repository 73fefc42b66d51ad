import type { IncomingMessage } from 'node:http';

const TUS_ADDRESS = /^\/(?:api|link\/[^/?]+)\/uploads(?:[/?]|$)/;

/**
 * Applies `X-HTTP-Method-Override` to tus requests, for clients whose environment has no PATCH or DELETE (tus 1.0, core
 * protocol). Must run before routing. Other URLs ignore the header.
 */
export function overrideMethod(request: IncomingMessage): void {
  const method = request.headers['x-http-method-override'];
  if (typeof method !== 'string' || !TUS_ADDRESS.test(request.url ?? '')) return;
  request.method = method.toUpperCase();
}
