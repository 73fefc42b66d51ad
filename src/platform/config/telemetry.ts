/** OpenTelemetry's standard variables, as far as they apply: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
import { ConfigError, type Env, type VariableName, integer, oneOf, text, urlOf } from './variables.ts';

export type TelemetryConfig = {
  /** Where traces and metrics go; null: none of them. */
  tracesUrl: string | null;
  metricsUrl: string | null;
  protocol: 'http/protobuf' | 'http/json';
  /** Sent with each request to the receiver. They may contain its password. */
  headers: Record<string, string>;
  timeoutMs: number;
  serviceName: string;
  resource: Record<string, string>;
  sampler: Sampler;
  /** The share of traces that a sampler by ratio keeps, 0 to 1. */
  sampledRatio: number;
  metricIntervalMs: number;
};

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
type Sampler = (typeof SAMPLERS)[number];

/** Null unless a receiver is named. */
export function readTelemetry(env: Env): TelemetryConfig | null {
  if (oneOf(env, 'OTEL_SDK_DISABLED', ['true', 'false']) === 'true') return null;
  const tracesUrl = receiverOf(env, 'TRACES');
  const metricsUrl = receiverOf(env, 'METRICS');
  if (tracesUrl === null && metricsUrl === null) return null;
  const resource = pairsOf(env, 'OTEL_RESOURCE_ATTRIBUTES');
  return {
    tracesUrl,
    metricsUrl,
    protocol: oneOf(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf', 'http/json']) ?? 'http/protobuf',
    headers: pairsOf(env, 'OTEL_EXPORTER_OTLP_HEADERS'),
    timeoutMs: integer(env, 'OTEL_EXPORTER_OTLP_TIMEOUT', 1, 600_000) ?? 10_000,
    serviceName: text(env, 'OTEL_SERVICE_NAME') ?? resource['service.name'] ?? 'carrel',
    resource,
    sampler: oneOf(env, 'OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on',
    sampledRatio: readRatio(env),
    metricIntervalMs: integer(env, 'OTEL_METRIC_EXPORT_INTERVAL', 100, 86_400_000) ?? 60_000,
  };
}

function receiverOf(env: Env, signal: 'TRACES' | 'METRICS'): string | null {
  const exporter = oneOf(env, `OTEL_${signal}_EXPORTER`, ['otlp', 'none']);
  // A URL for one signal is used as it is; the common one gets the path of the signal.
  const own = urlOf(env, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`, ['http:', 'https:']);
  const common = urlOf(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']);
  if (exporter === 'none') return null;
  return own ?? (common === null ? null : `${common}/v1/${signal.toLowerCase()}`);
}

/** `key=value,key=value`, with percent-encoded values. The value itself stays out of the message. */
function pairsOf(env: Env, name: VariableName): Record<string, string> {
  const pairs = (text(env, name) ?? '').split(',').filter((pair) => pair.trim() !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, key = '', value = ''] = /^\s*([\w.\-/]+)\s*=(.*)$/.exec(pair) ?? [];
      if (key === '') throw new ConfigError(`${name} is not of the form key=value,key=value.`);
      return [key, decoded(name, value.trim())];
    }),
  );
}

function decoded(name: VariableName, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new ConfigError(`${name} has a % that does not encode a character.`);
  }
}

function readRatio(env: Env): number {
  const value = text(env, 'OTEL_TRACES_SAMPLER_ARG');
  if (value === null) return 1;
  const ratio = Number(value);
  if (Number.isFinite(ratio) && ratio >= 0 && ratio <= 1) return ratio;
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG=${value} is not a number from 0 to 1.`);
}
