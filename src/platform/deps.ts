/** What every part of the program is given instead of reaching for it: tests can replace the clock and see the mail. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { GrowingSums } from './blobs/growing-sums.ts';
import type { BlobStore } from './blobs/store.ts';
import type { Clock } from './clock.ts';
import type { Sql } from './db/connection.ts';
import type { MailTransport } from './mail/transport.ts';
import type { Renderer } from './rendering/renderer.ts';
import type { LimitConcurrency } from './limit-concurrency.ts';

export type Deps = {
  config: Config;
  sql: Sql;
  blobs: BlobStore;
  /** Of staged uploads. */
  sums: GrowingSums;
  /** For what holds a transaction while the store works: a slow store must leave connections to everybody else. */
  inStoreTurn: LimitConcurrency;
  /** For deriveSecret. */
  secretKey: Buffer;
  clock: Clock;
  mail: MailTransport;
  renderer: Renderer;
  log: FastifyBaseLogger;
};
