/** Security headers of every answer. API answers are never pages: they may not run scripts, be framed or load anything. */
import type { FastifyInstance } from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Config } from '../config/config.ts';

type Needs = Pick<Config, 'tls' | 'baseUrl' | 'hstsSubDomains'>;

/** Adds the headers, which do not depend on the request, to every answer. Pages replace some of them. */
export function registerSecurityHeaders(app: FastifyInstance, config: Needs): void {
  const headers = headersOf(config);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

// Computed once: helmet checks its options and builds the policy for each answer, which took a tenth of a short request.
function headersOf({ tls, baseUrl, hstsSubDomains }: Needs): OutgoingHttpHeaders {
  const isSecure = tls !== null || baseUrl.startsWith('https:');
  const options: HelmetOptions = {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], sandbox: [] },
    },
    strictTransportSecurity: isSecure ? { maxAge: 31_536_000, includeSubDomains: hstsSubDomains } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  };
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(options)(request, answer, () => {});
  return { ...answer.getHeaders() };
}
