/** The log on standard output: one JSON line per entry, or readable lines (LOG_FORMAT). */
import pino from 'pino';
import type { Config } from './config/config.ts';
import { withSourcePositions } from './stack.ts';

type LogEntry = {
  level?: number;
  time?: number;
  part?: string;
  msg?: string;
  err?: { stack?: string; message?: string };
  [field: string]: unknown;
};

/** The fields of a request log line, in order. */
const REQUEST = ['method', 'route', 'status', 'ms'];

type Options = Pick<Config, 'logLevel' | 'logFormat'>;

/** Whether standard output is a terminal. All processes of a service share it. */
export function isOnTerminal(): boolean {
  return process.stdout.isTTY;
}

/** Lines are written together: a system call for each took a tenth of a short request. */
const FLUSH_AFTER_MS = 50;
/** Processes of a service share a pipe, which keeps a write of at most this size in one piece (PIPE_BUF of Linux). */
const MAX_WRITE = 4096;

/** The log of one part of the service. Lines that wait are written at the exit of the process as well. */
export function createLog(options: Options, part: string): pino.Logger {
  const lines = collectLines();
  const readable = (line: string) => lines.add(readableLine(JSON.parse(line) as LogEntry));
  const log = pino(
    { level: options.logLevel, base: { part, pid: process.pid }, serializers: { err: serializeError } },
    { write: isReadable(options) ? readable : lines.add },
  );
  return Object.assign(log, { flush: lines.flush });
}

function collectLines(): { add: (line: string) => void; flush: () => void } {
  // Synchronous: a write that runs in another thread is lost when the process exits.
  const file = pino.destination({ dest: 1, sync: true });
  let [text, bytes] = ['', 0];
  let timer: NodeJS.Timeout | null = null;
  const flush = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    if (text !== '') file.write(text);
    [text, bytes] = ['', 0];
  };
  process.once('exit', flush);
  return {
    add(line) {
      const size = Buffer.byteLength(line);
      if (bytes + size > MAX_WRITE) flush();
      text += line;
      bytes += size;
      timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    },
    flush,
  };
}

function serializeError(error: Error): object {
  const entry = pino.stdSerializers.err(error);
  return typeof entry.stack === 'string' ? { ...entry, stack: withSourcePositions(entry.stack) } : entry;
}

function isReadable({ logFormat }: Pick<Options, 'logFormat'>): boolean {
  return logFormat === null ? isOnTerminal() : logFormat === 'pretty';
}

/** Messages of `carrel serve` to its operator, whatever LOG_LEVEL is. */
export function writeToOperator(options: Pick<Options, 'logFormat'>, line: string): void {
  const entry = { level: 30, time: Date.now(), part: 'serve', pid: process.pid, msg: line };
  process.stdout.write(isReadable(options) ? `carrel: ${line}\n` : `${JSON.stringify(entry)}\n`);
}

/**
 * An entry as a line: time, part, level if it is a warning or worse, the request, text, and other fields; a stack
 * follows.
 */
export function readableLine({ level = 30, time = 0, part = '', msg = '', err, ...fields }: LogEntry): string {
  const named = Object.entries(fields).filter(([name]) => name !== 'pid' && !REQUEST.includes(name));
  const words = [
    new Date(time).toISOString().slice(11, 23),
    part,
    level >= 40 ? (pino.levels.labels[level] ?? '').toUpperCase() : '',
    ...REQUEST.map((name) => (name === 'ms' && name in fields ? `${textOf(fields[name])} ms` : textOf(fields[name]))),
    msg,
    ...named.map(([name, value]) => `${name}=${textOf(value)}`),
  ];
  const line = words.filter((word) => word !== '').join(' ');
  return err === undefined ? `${line}\n` : `${line}\n${err.stack ?? err.message ?? ''}\n`;
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
