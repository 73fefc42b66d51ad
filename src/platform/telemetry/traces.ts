import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TelemetryConfig } from '../config/telemetry.ts';

/** Without a receiver of traces, spans are not recorded. */
export function openTraces(config: TelemetryConfig, resource: Resource): TracerProvider {
  if (config.tracesUrl === null) return new TracerProvider({ resource, sampler: new AlwaysOffSampler() });
  const Exporter = config.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const { tracesUrl: url, headers, timeoutMs: timeoutMillis } = config;
  const exporter = new Exporter({ url, headers, timeoutMillis });
  return new TracerProvider({
    resource,
    sampler: samplerOf(config),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
}

function samplerOf({ sampler, sampledRatio }: TelemetryConfig): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(sampledRatio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}
