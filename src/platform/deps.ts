/** Dependencies passed to every part of the program, so that tests can replace the clock and inspect mail. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { GrowingSums } from './blobs/sums/growing-sums.ts';
import type { BlobStore } from './blobs/store.ts';
import type { Clock } from './clock.ts';
import type { Sql } from './db/connection.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Renderer } from './rendering/renderer.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { LimitConcurrency } from './limits/limit-concurrency.ts';

export type Deps = {
  config: Config;
  sql: Sql;
  blobs: BlobStore;
  /** Of staged uploads. */
  sums: GrowingSums;
  /** For work that holds a transaction while the store responds: a slow store must not occupy all connections. */
  inStoreTurn: LimitConcurrency;
  /** For deriveSecret. */
  secretKey: Buffer;
  clock: Clock;
  mail: MailTransport;
  renderer: Renderer;
  log: FastifyBaseLogger;
  /** Null unless OpenTelemetry is configured. */
  telemetry: Telemetry | null;
};
