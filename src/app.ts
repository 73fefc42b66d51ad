/** The HTTP application: hooks for every request, and the list of routes. */
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import { registerApiDocs } from './api-docs.ts';
import type { Deps } from './platform/deps.ts';
import type { App } from './platform/http/app-type.ts';
import { registerBodies } from './platform/http/request/body.ts';
import { type EverySecond, registerBodyRate } from './platform/http/request/body-rate.ts';
import { registerMetrics } from './platform/http/metrics.ts';
import { registerNotFound } from './platform/http/not-found.ts';
import { registerNotModified } from './platform/http/files/empty-answer.ts';
import { registerPageFiles } from './platform/http/pages.ts';
import { registerParsers } from './platform/http/request/parsers.ts';
import { answerBrokenRequest, problemFrom, registerProblems, sendProblem } from './platform/http/problems.ts';
import { registerRequestSpans } from './platform/http/request/request-spans.ts';
import { registerRateLimit } from './platform/http/request/rate-limit.ts';
import { registerSecurityHeaders } from './platform/http/security-headers.ts';
import { compileSerializer } from './platform/http/serialization.ts';
import { compileValidator } from './platform/http/request/validation.ts';
import { registerRequestLog } from './request-log.ts';
import { registerHeldRequests } from './platform/http/request/held.ts';
import { registerSites } from './core/hosts/hosts.http.ts';
import { registerIdempotency } from './core/idempotency/idempotency.http.ts';
import { registerPreconditions } from './core/preconditions.ts';
import {
  connectionCredentialOf,
  registerConnectionAuthentication,
} from './people/connections/authenticate-connection.ts';
import { credentialOf, registerAuthentication, requireActor } from './people/sessions/authenticate.ts';
import { requireScopes } from './people/tokens/scopes.http.ts';
import { type SystemOptions, systemRoutes } from './core/system/system.routes.ts';
import { overrideMethod } from './library/staged-uploads/tus.http.ts';
import { requiredScopes } from './route-scopes/table.ts';
import { routes } from './routes.ts';
import type { AppDeps } from './steps.ts';
import { webPages } from './web-pages.ts';

/** As long as a whole head can be: an id of any length is checked by the rule for ids. */
const MAX_PARAM_LENGTH = 16_384;

/** A head that takes longer gets 408. */
const HEADS = {
  headersTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // `registerSites` refuses a request without it: Node's refusal has no body.
  requireHostHeader: false,
};

/** TLS 1.3 ciphers, and those of TLS 1.2 with forward secrecy and authenticated encryption. */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** Larger JSON bodies get 413. */
const JSON_BODY_LIMIT = 1_048_576;

export type BuildOptions = SystemOptions & { everySecond?: EverySecond };

/** Builds the application, ready to listen. Closing it lets requests in flight finish. */
export async function buildApp(deps: AppDeps, options: BuildOptions = {}): Promise<App> {
  const app = fastify(serverOptions(deps)) as unknown as App;
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  registerProblems(app);
  // Before the parsers: an unknown path is refused regardless of its body.
  registerNotFound(app);
  registerParsers(app);
  registerRequestSpans(app, deps.telemetry);
  registerRequestLog(app);
  registerBodyRate(app, options.everySecond);
  registerMetrics(app);
  app.addHook('onRequest', (request, reply, done) => {
    // Cacheable answers set their own header.
    void reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' });
    // The client's next connection goes to another node.
    if (options.isDraining?.() === true) void reply.header('connection', 'close');
    done();
  });
  registerSecurityHeaders(app, deps.config);
  const { corsOrigins: origin } = deps.config;
  if (origin.length > 0) {
    await app.register(cors, { origin, methods: METHODS, credentials: true, exposedHeaders: EXPOSED_HEADERS });
  }
  await app.register(cookie);
  registerHeldRequests(app);
  registerSites(app, deps);
  registerAuthentication(app, deps);
  registerConnectionAuthentication(app, deps);
  await registerRateLimit(app, deps, (request) => connectionCredentialOf(request) ?? credentialOf(request));
  requireActor(app, deps);
  requireScopes(app, deps, requiredScopes);
  registerPreconditions(app);
  registerIdempotency(app, deps);
  registerBodies(app);
  registerNotModified(app);
  registerApiDocs(app, deps);
  systemRoutes(app, deps, options);
  for (const register of routes) register(app, deps);
  await registerPageFiles(app);
  webPages(app);
  return app;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const EXPOSED_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Idempotent-Replayed',
  'Link',
  'Location',
  'Repr-Digest',
  'X-List-Version',
  'X-Report-From',
  'X-Report-To',
  'X-Search-Incomplete',
  'X-Total-Count',
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Resumable',
  'Tus-Version',
  'Upload-Defer-Length',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
];

function serverOptions({ config, log }: Deps): FastifyServerOptions {
  return {
    loggerInstance: log,
    // registerRequestLog writes the log line of a request.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: JSON_BODY_LIMIT,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // Idle connections are closed; an upload or download of any length continues while bytes move.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 75_000,
    // The router and everything after it see this target and method.
    rewriteUrl: (request) => {
      request.url = canonicalTarget(request.url ?? '/');
      overrideMethod(request);
      return request.url;
    },
    http: HEADS,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Requests that arrive while the last ones finish are still served; their connection is closed afterwards.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) =>
      void sendProblem(reply.header('x-request-id', request.id), request, problemFrom(error)),
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket),
    ...(config.tls === null ? {} : { https: { ...config.tls, ...HEADS, minVersion: 'TLSv1.2', ciphers: CIPHERS } }),
  } as FastifyServerOptions;
}

// The request target as the router sees it: repeated slashes in the path become one, because some clients join a base
// URL with a trailing slash to a path with a leading one.
function canonicalTarget(target: string): string {
  if (!target.startsWith('/') || !target.includes('//')) return target;
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  return path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length);
}
