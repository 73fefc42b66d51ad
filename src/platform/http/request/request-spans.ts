/** Spans of requests, and the trace that a request belongs to. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RequestSpan, Telemetry } from '../../telemetry/telemetry.ts';
import { parseTraceParent } from '../../telemetry/trace-parent.ts';

const spans = new WeakMap<FastifyRequest, RequestSpan>();

/** Adds no hook unless traces or metrics are sent. */
export function registerRequestSpans(app: FastifyInstance, telemetry: Telemetry | null): void {
  if (telemetry === null) return;
  app.addHook('onRequest', (request, _reply, done) => {
    const span = telemetry.startRequest(request.method, parseTraceParent(request.headers['traceparent']));
    spans.set(request, span);
    span.enter(done);
  });
  // A body arrives by events of the socket, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span === undefined) done();
    else span.enter(done);
  });
  app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode, reply.elapsedTime));
  app.addHook('onRequestAbort', async (request) => end(request, null, 0));
}

function end(request: FastifyRequest, status: number | null, ms: number): void {
  const { method, routeOptions } = request;
  spans.get(request)?.end({ method, route: routeOptions.url ?? null, status, seconds: ms / 1000 });
}

/** The trace of the request, or the one that the client names, which appears in the logs of proxies and other services as well. */
export function traceIdOf(request: FastifyRequest): string | undefined {
  return spans.get(request)?.traceId ?? parseTraceParent(request.headers['traceparent'])?.traceId;
}
