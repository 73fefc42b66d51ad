/**
 * Aggregates metrics of all API processes: each answers a scrape by asking the supervisor, which collects from every
 * process.
 */
import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { isMessage } from './child.ts';

const waiting = new Map<number, (text: string) => void>();
let asked = 0;

/** Call it in every API process: enables it to report its metrics and request the total. */
export function openMetricsChannel(): void {
  // The constructor installs the library's listener in this process.
  void new AggregatorRegistry();
  process.on('message', (message) => {
    if (isMessage(message, 'metrics')) waiting.get(Number(message['id']))?.(String(message['text']));
  });
}

/** In an API process: the metrics of all processes in Prometheus text format. */
export function metricsFromSupervisor(): Promise<string> {
  const id = (asked += 1);
  const answer = new Promise<string>((resolve) => waiting.set(id, resolve)).finally(() => waiting.delete(id));
  process.send?.({ type: 'metrics', id });
  return answer;
}

let registry: AggregatorRegistry<'text/plain; version=0.0.4; charset=utf-8'> | undefined;

/** In the supervisor: answers an API process. Without the total (a process hangs) the scrape stays empty. */
export async function answerMetrics(worker: Worker, message: { [key: string]: unknown }): Promise<void> {
  registry ??= new AggregatorRegistry();
  const text = await registry.clusterMetrics().catch(() => '');
  if (worker.isConnected()) worker.send({ type: 'metrics', id: message['id'], text });
}
