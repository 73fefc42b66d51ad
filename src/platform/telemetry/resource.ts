import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import type { TelemetryConfig } from '../config/telemetry.ts';
import { version } from '../version.ts';

/** The process that sends, by the names of the conventions. */
export function createResource(config: TelemetryConfig, part: string): Resource {
  return resourceFromAttributes({
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    'carrel.part': part,
    ...config.resource,
    'service.name': config.serviceName,
  });
}
