/** What every part of the program is given instead of reaching for it: tests can replace the clock and see the mail. */
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { BlobStore } from './platform/blobs/store.ts';
import type { Clock } from './platform/clock.ts';
import type { Sql } from './platform/db/connection.ts';
import type { MailTransport } from './platform/mail/transport.ts';
import type { Renderer } from './platform/rendering/renderer.ts';

export type Deps = {
  config: Config;
  sql: Sql;
  blobs: BlobStore;
  /** For deriveSecret. */
  secretKey: Buffer;
  clock: Clock;
  mail: MailTransport;
  renderer: Renderer;
  log: FastifyBaseLogger;
};
