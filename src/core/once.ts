import type { KeptAnswer } from '../platform/http/repeated-answer.ts';

/** Identifies a request of a user. */
export type RequestKey = { deploymentId: number; userId: number; requestHash: Buffer };

/** A request with an Idempotency-Key, until its answer. */
export type Once = RequestKey & {
  now: Date;
  secretKey: Buffer;
  /** The request content. A form adds its parts after they have been read. */
  sent: unknown[];
  /** The answer contains a secret that is shown once, so it is not stored. */
  isSecret: boolean;
  /** The open transaction waits for this; undefined rolls it back, because there is nothing to store. */
  answer: PromiseWithResolvers<KeptAnswer | undefined>;
  /** Settles with the transaction; undefined before it started. */
  committed?: Promise<unknown>;
};
