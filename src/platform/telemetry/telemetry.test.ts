/** Traces and metrics as a receiver gets them (docs/operations/monitoring.md#opentelemetry). */
import assert from 'node:assert/strict';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { after, test } from 'node:test';
import { json } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { startApp } from '../../../test/harness.ts';
import { readTelemetry } from '../config/telemetry.ts';
import { ConfigError } from '../config/variables.ts';

type Value = { stringValue?: string; intValue?: number | string };
type Span = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Value }[];
};
type Traces = { resourceSpans: { resource: object; scopeSpans: { spans: Span[] }[] }[] };

const received: { path: string; token: string; body: unknown }[] = [];
const receiver = createServer((request, response) => {
  void keep(request, response);
});
await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
after(() => receiver.close());

async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { url: path = '', headers } = request;
  received.push({ path, token: String(headers['x-token']), body: await json(request) });
  response.setHeader('content-type', 'application/json').end('{}');
}

const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
const ENV = {
  OTEL_EXPORTER_OTLP_ENDPOINT: `${address}/`,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_EXPORTER_OTLP_HEADERS: 'x-token=of%20ours',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
};
const app = await startApp({ telemetry: readTelemetry(ENV) });

test('a receiver gets the spans of a request, its statements and its job, without secrets, names and values', async () => {
  const w = await app.world();
  const traceId = 'ab'.repeat(16);
  const parentId = '12'.repeat(8);
  const folderId = await w.admin.folder(w.admin.libraryId, 'Geheimakte');
  await w.admin.document(folderId, 'Verborgen.txt', Buffer.from('Unlesbar'));
  const share = await w.admin.api('POST', `/api/folders/${folderId}/share`, { AllowView: true });
  const reference = String(share.body.Links.WebUri).split('/').at(-1) ?? '';
  await w.anonymous.api('GET', `/link/${reference}`);
  const body = { FolderPath: 'Geheimakte\\Innen' };
  const traceparent = `00-${traceId}-${parentId}-01`;
  const made = await w.admin.api('POST', `/api/libraries/${w.admin.libraryId}/folders`, body, { traceparent });
  assert.equal(made.status, 201);
  await app.runJobs();
  await app.deps.telemetry?.stop();

  const spans = received.flatMap(({ path, body: traces }) => (path === '/v1/traces' ? spansOf(traces as Traces) : []));
  const request = spans.find(
    (span) => span.name === 'POST /api/libraries/:libraryId/folders' && span.traceId === traceId,
  );
  assert.equal(request?.parentSpanId, parentId);
  const transaction = spans.find(
    ({ name, parentSpanId }) => name === 'transaction' && parentSpanId === request?.spanId,
  );
  const insert = spans.find(
    ({ parentSpanId, attributes }) => parentSpanId === transaction?.spanId && /insert into/.test(textIn(attributes)),
  );
  assert.match(textIn(insert?.attributes), /\$1/);
  const job = spans.find(({ name }) => name === 'job index-changes');
  assert.ok(spans.some(({ traceId: of, parentSpanId }) => of === job?.traceId && parentSpanId !== undefined));

  const sent = JSON.stringify(received);
  for (const text of [
    'http.server.request.duration',
    'carrel.job.duration',
    'process.memory.usage',
    '/link/:reference',
  ]) {
    assert.ok(sent.includes(text), text);
  }
  const hidden = ['Geheimakte', 'Verborgen', 'Unlesbar', reference, w.admin.token, w.admin.email];
  assert.deepEqual(
    hidden.filter((text) => text !== '' && sent.toLowerCase().includes(text.toLowerCase())),
    [],
  );
  assert.ok(received.every(({ token }) => token === 'of ours'));
  assert.ok(app.logs.some((line) => line['traceId'] === traceId && line['status'] === 201));
});

test('nothing is sent unless a receiver is named', () => {
  const receivers = (env: Record<string, string>) => {
    const { tracesUrl = null, metricsUrl = null } = readTelemetry(env) ?? {};
    return [tracesUrl, metricsUrl];
  };
  assert.deepEqual(receivers({ OTEL_SERVICE_NAME: 'carrel' }), [null, null]);
  assert.deepEqual(receivers({ ...ENV, OTEL_SDK_DISABLED: 'true' }), [null, null]);
  assert.deepEqual(receivers(ENV), [`${address}/v1/traces`, `${address}/v1/metrics`]);
  assert.deepEqual(receivers({ ...ENV, OTEL_METRICS_EXPORTER: 'none' }), [`${address}/v1/traces`, null]);
  const own = { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in' };
  assert.deepEqual(receivers(own), ['https://traces.example/in', null]);
});

test('a malformed variable of OpenTelemetry stops the start, without its value if it may be secret', () => {
  for (const [name, value] of [
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '1m'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'geheim'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=geheim%'],
    ['OTEL_RESOURCE_ATTRIBUTES', '=x'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_SDK_DISABLED', 'yes'],
  ] as const) {
    const isClear = (error: Error) =>
      error instanceof ConfigError && error.message.includes(name) && !error.message.includes('geheim');
    assert.throws(() => readTelemetry({ ...ENV, [name]: value }), isClear, name);
  }
});

function spansOf({ resourceSpans }: Traces): Span[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
}

function textIn(attributes: Span['attributes'] = []): string {
  return attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? '';
}
