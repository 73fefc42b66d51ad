/** The log on standard output: one JSON line for each entry, or readable lines on a terminal. Never both. */
import pino from 'pino';

type Failure = { stack?: string; message?: string };
type Entry = Record<string, unknown> & { level?: number; time?: number; part?: string; msg?: string };

/** Whether a person reads standard output. The processes of a service share it. */
export function isOnTerminal(): boolean {
  return process.stdout.isTTY;
}

/** The log of a part of the service. */
export function createLog(level: string, part: string): pino.Logger {
  const file = pino.destination({ dest: 1, sync: false });
  const readable = { write: (line: string) => void file.write(readableLine(JSON.parse(line) as Entry)) };
  const log = pino({ level, base: { part, pid: process.pid } }, isOnTerminal() ? readable : file);
  return Object.assign(log, { flush: () => file.flush() });
}

/** What `carrel serve` says to its operator, whatever LOG_LEVEL is. */
export function sayToOperator(line: string): void {
  const entry = { level: 30, time: Date.now(), part: 'serve', pid: process.pid, msg: line };
  process.stdout.write(isOnTerminal() ? `carrel: ${line}\n` : `${JSON.stringify(entry)}\n`);
}

/** An entry as a line: time, level if it is a warning or worse, part, text, and its other fields; a stack follows. */
export function readableLine({ level = 30, time = 0, part = '', pid: _, msg, ...fields }: Entry): string {
  const { err, method, route, status, ms, ...rest } = fields as Record<string, unknown> & { err?: Failure };
  const request =
    method === undefined ? [] : [method, route ?? '?', status ?? '', ms === undefined ? '' : `${String(ms)} ms`];
  const named = Object.entries(rest).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const loud = level >= 40 ? [(pino.levels.labels[level] ?? '').toUpperCase()] : [];
  const words = [new Date(time).toISOString().slice(11, 23), part, ...loud, ...request, msg ?? '', ...named];
  const line = words.filter((word) => word !== '').join(' ');
  return err === undefined ? `${line}\n` : `${line}\n${err.stack ?? err.message ?? ''}\n`;
}
