/**
 * Traces and metrics for OpenTelemetry, if a receiver is configured (decision 0121). This file has the types only: the code that sends
 * is loaded on demand (open.ts). Names and attributes come from the program: no values of statements, no addresses, no ids.
 */
import type { TraceParent } from './trace-parent.ts';

export type Attributes = Record<string, string | number>;

/** The span of a request, which is the parent of everything that runs inside `enter`. */
export type RequestSpan = {
  traceId: string;
  enter(work: () => void): void;
  /** Ends the span; later calls do nothing. `route` null: no route matched; `status` null: the client aborted the request. */
  end(result: { method: string; route: string | null; status: number | null; seconds: number }): void;
};

export type Telemetry = {
  startRequest(method: string, parent: TraceParent | null): RequestSpan;
  /** Runs a job in a span of its own and measures it. */
  job<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs a statement or a transaction in a span, if it is part of a request or job. */
  database: TraceDatabase;
  /** Reads values when metrics are sent. */
  gauge(name: string, description: string, read: () => Promise<[attributes: Attributes, value: number][]>): void;
  /** Sends what was collected. */
  stop(): Promise<void>;
};

/** `text`: the statement with $1, $2, …, if it holds no values. */
export type TraceDatabase = <T>(operation: string, text: string | null, work: () => Promise<T>) => Promise<T>;
