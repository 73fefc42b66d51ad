import type { FastifyBaseLogger } from 'fastify';
import type { TelemetryConfig } from '../config/telemetry.ts';
import type { Telemetry } from './telemetry.ts';

export type Source = { part: 'api' | 'worker' | 'cli'; log: FastifyBaseLogger };

/** Starts to send, or returns null, without loading anything, if no receiver is configured. Commands send nothing. */
export async function openTelemetry(config: TelemetryConfig | null, source: Source): Promise<Telemetry | null> {
  return config === null || source.part === 'cli' ? null : (await import('./send.ts')).startTelemetry(config, source);
}
