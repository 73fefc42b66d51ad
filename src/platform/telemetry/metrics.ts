import { OTLPMetricExporter as JsonExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtobufExporter } from '@opentelemetry/exporter-metrics-otlp-proto';
import type { Resource } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { TelemetryConfig } from '../config/telemetry.ts';

/** With the figures of the process. Without a receiver of metrics, nothing is read. */
export function openMetrics(config: TelemetryConfig, resource: Resource): MeterProvider {
  const { metricsUrl: url, headers, timeoutMs: timeoutMillis, metricIntervalMs: exportIntervalMillis } = config;
  if (url === null) return new MeterProvider({ resource });
  const Exporter = config.protocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url, headers, timeoutMillis });
  const exportTimeoutMillis = Math.min(timeoutMillis, exportIntervalMillis);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis, exportTimeoutMillis });
  const provider = new MeterProvider({ resource, readers: [reader] });
  measureProcess(provider);
  return provider;
}

function measureProcess(provider: MeterProvider): void {
  const meter = provider.getMeter('carrel');
  meter
    .createObservableUpDownCounter('process.memory.usage', { description: 'Resident memory.', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss()));
  meter
    .createObservableCounter('process.cpu.time', { description: 'CPU time by mode.', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage();
      result.observe(user / 1e6, { 'cpu.mode': 'user' });
      result.observe(system / 1e6, { 'cpu.mode': 'system' });
    });
  let last = performance.eventLoopUtilization();
  meter
    .createObservableGauge('nodejs.eventloop.utilization', {
      description: 'Share of time in which the event loop is busy.',
    })
    .addCallback((result) => {
      const now = performance.eventLoopUtilization();
      result.observe(performance.eventLoopUtilization(now, last).utilization);
      last = now;
    });
}
