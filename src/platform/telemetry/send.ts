/** Sends traces and metrics by OTLP over HTTP. Loaded only if a receiver is configured: nothing else imports these packages. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import {
  type Context,
  DiagLogLevel,
  type Histogram,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  diag,
  trace,
} from '@opentelemetry/api';
import type { TelemetryConfig } from '../config/telemetry.ts';
import { DatabaseError } from '../db/errors.ts';
import { openMetrics } from './metrics.ts';
import { openTraces } from './traces.ts';
import { createResource } from './resource.ts';
import type { Source } from './open.ts';
import type { RequestSpan, Telemetry, TraceDatabase } from './telemetry.ts';
import type { TraceParent } from './trace-parent.ts';

/** In seconds, as the conventions advise for HTTP. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

const STOP_MS = 2_000;

const active = new AsyncLocalStorage<Context>();

export function startTelemetry(config: TelemetryConfig, { part, log }: Source): Telemetry {
  logFailures(log);
  const resource = createResource(config, part);
  const traces = openTraces(config, resource);
  const metrics = openMetrics(config, resource);
  const [tracer, meter] = [traces.getTracer('carrel'), metrics.getMeter('carrel')];
  const seconds = (name: string, description: string) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: BUCKETS } });
  const requests = seconds('http.server.request.duration', 'Duration of HTTP server requests.');
  const jobs = seconds('carrel.job.duration', 'Duration of background jobs.');
  return {
    startRequest: (method, parent) => startRequest({ tracer, requests, method, parent }),
    job: (name, work) => runJob({ tracer, jobs, name }, work),
    database: traceDatabase(tracer),
    gauge(name, description, read) {
      meter.createObservableGauge(name, { description }).addCallback(async (result) => {
        for (const [attributes, value] of await read()) result.observe(value, attributes);
      });
    },
    async stop() {
      // An unavailable receiver must not delay the exit of the process.
      const sent = Promise.allSettled([traces.shutdown(), metrics.shutdown()]);
      await Promise.race([sent, sleep(STOP_MS, undefined, { ref: false })]);
    },
  };
}

// Such as a receiver that refuses what was sent.
function logFailures(log: FastifyBaseLogger): void {
  const warn = (text: string) => log.warn({ detail: text }, 'OpenTelemetry failed to send.');
  const silent = () => {};
  diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

type Request = { tracer: Tracer; requests: Histogram; method: string; parent: TraceParent | null };

function startRequest({ tracer, requests, method, parent }: Request): RequestSpan {
  // The attributes that a sampler could look at are few: the route is not known yet.
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, contextOf(parent));
  const context = trace.setSpan(ROOT_CONTEXT, span);
  let isEnded = false;
  return {
    traceId: span.spanContext().traceId,
    enter: (work) => active.run(context, work),
    end(result) {
      if (isEnded) return;
      isEnded = true;
      const attributes = {
        'http.request.method': method,
        ...(result.route === null ? {} : { 'http.route': result.route }),
        ...(result.status === null ? { 'error.type': 'aborted' } : { 'http.response.status_code': result.status }),
      };
      if (result.route !== null) span.updateName(`${method} ${result.route}`);
      span.setAttributes(attributes);
      if (result.status !== null && result.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      // The duration of an aborted request is meaningless.
      if (result.status !== null) requests.record(result.seconds, attributes);
    },
  };
}

function contextOf(parent: TraceParent | null): Context {
  if (parent === null) return ROOT_CONTEXT;
  const traceFlags = parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  const { traceId, parentId: spanId } = parent;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

async function runJob<T>(
  { tracer, jobs, name }: { tracer: Tracer; jobs: Histogram; name: string },
  work: () => Promise<T>,
): Promise<T> {
  const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.CONSUMER, attributes: { job: name } }, ROOT_CONTEXT);
  const begun = performance.now();
  let outcome = 'failed';
  try {
    const result = await active.run(trace.setSpan(ROOT_CONTEXT, span), work);
    outcome = 'done';
    return result;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
    jobs.record((performance.now() - begun) / 1000, { job: name, outcome });
  }
}

function traceDatabase(tracer: Tracer): TraceDatabase {
  return async (operation, text, work) => {
    const parent = active.getStore();
    if (parent === undefined) return work();
    const attributes = {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      ...(text === null ? {} : { 'db.query.text': text }),
    };
    const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, parent);
    try {
      return await active.run(trace.setSpan(parent, span), work);
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  };
}

// Error messages may contain names and values.
function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  if (error instanceof DatabaseError && error.code !== undefined)
    span.setAttribute('db.response.status_code', error.code);
  span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
}
