import type { IncomingMessage } from 'node:http';

const TUS_ADDRESS = /^\/(?:api|link\/[^/?]+)\/uploads(?:[/?]|$)/;

/**
 * Gives a request for a tus upload the method in `X-HTTP-Method-Override`, which clients send whose environment has no
 * PATCH or DELETE (tus 1.0, core protocol). Must run before the request is routed. Other addresses ignore the header.
 */
export function overrideMethod(request: IncomingMessage): void {
  const method = request.headers['x-http-method-override'];
  if (typeof method !== 'string' || !TUS_ADDRESS.test(request.url ?? '')) return;
  request.method = method.toUpperCase();
}
