/** Turns every error into a problem body (docs/errors.md; RFC 9457), and logs server errors. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { DatabaseError, DatabaseUnavailable, endsConnection } from '../db/errors.ts';
import { RepeatedAnswer, sendRepeated } from './repeated-answer.ts';
import { lingering } from './linger.ts';
import { PROBLEM_TYPES, Problem, type ProblemType, conflict, notFound } from '../errors.ts';

/** The media type and body of a problem. */
export type ProblemFormat = (problem: Problem, path: string) => { type: string; body: object };

declare module 'fastify' {
  interface FastifyInstance {
    /** Formats of problems by the beginning of the path, for protocols that have their own. */
    problemFormats: Map<string, ProblemFormat>;
  }
}

/** Registers the error handler. Every error is sent as `application/problem+json` with the request's path. */
export function registerProblems(app: FastifyInstance): void {
  app.decorate('problemFormats', new Map());
  app.setErrorHandler((error: FastifyError | Problem, request, reply) =>
    sendProblem(reply, request, problemFrom(error)),
  );
}

/** The body of a problem (docs/errors.md). */
export function problemBody(problem: Problem, path: string) {
  const { status, type, message: title, detail, errors, more } = problem;
  return { status, type, title, detail, instance: path, errors, ...more };
}

/** Sends a problem, and logs its cause if it is the server's fault. */
export async function sendProblem(
  reply: FastifyReply,
  request: FastifyRequest,
  problem: Problem,
): Promise<FastifyReply> {
  if (problem instanceof RepeatedAnswer) return sendRepeated(reply, problem.answer);
  if (problem.status >= 500) request.log.error({ err: problem.cause ?? problem }, problem.message);
  const path = request.url.split('?', 1)[0] ?? '/';
  const { type, body } = formatOf(request, path)(problem, path);
  const text = JSON.stringify(problem.status === 500 ? { ...body, requestId: request.id } : body);
  void reply.code(problem.status).headers(problem.headers).type(type);
  // As bytes, because text would get a charset, which this media type does not define.
  if (request.raw.complete) return reply.send(Buffer.from(text));
  // If the body was not read to its end, the connection cannot be reused.
  void reply.header('connection', 'close').header('content-length', Buffer.byteLength(text));
  return reply.send(lingering(request.raw, text));
}

function formatOf({ server }: FastifyRequest, path: string): ProblemFormat {
  for (const [prefix, format] of server.problemFormats) if (path.startsWith(prefix)) return format;
  return (problem) => ({ type: 'application/problem+json', body: problemBody(problem, path) });
}

/** Answers unroutable HTTP on the raw socket and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    const problem = new Problem('/request_timeout', 'The head of the request arrived too slowly.');
    return answerOnSocket(socket, problem, { path: '', requestId: randomUUID() });
  }
  const isHeadTooLarge = error.code === 'HPE_HEADER_OVERFLOW';
  const title = isHeadTooLarge ? 'The head of the request is too large.' : 'This is not a well-formed HTTP request.';
  answerOnSocket(socket, new Problem('/validation_error', title), { path: '', requestId: randomUUID() });
}

/** Sends a problem past Fastify and closes the connection. */
export function answerOnSocket(
  socket: Socket,
  problem: Problem,
  { path, requestId }: { path: string; requestId: string },
): void {
  const body = JSON.stringify(problemBody(problem, path));
  const { status } = problem;
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `X-Request-Id: ${requestId}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

/** The problem for any thrown error. */
export function problemFrom(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof DatabaseError) return problemFromDatabase(error);
  if (error instanceof DatabaseUnavailable) return databaseIsAway(error);
  // Before broken connections: a client that aborts its body is one of these, with the code ECONNRESET.
  const type = typeOfStatus(error.statusCode);
  if (type !== undefined && type !== '/internal_error') return new Problem(type, publicText(error), { cause: error });
  if (isConnectionFailure(error)) return databaseIsAway(error);
  return new Problem('/internal_error', 'Something went wrong on the server; the request id leads to its log.', {
    cause: error,
  });
}

/** Rules are checked before writing; these constraints catch two concurrent requests that both pass the check. */
export const CONSTRAINTS: Record<string, () => Problem> = {
  libraries_name: () => conflict('A library with that name exists.'),
  folders_name: () => conflict('A folder with that name exists there.'),
  documents_name_and_content: () => conflict('A document with the same name and content exists in the folder.'),
  tag_types_name: () => conflict('A tag type with that name exists in the library.'),
  saved_searches_name: () => conflict('You have saved a search with that name.'),
  users_email: () => conflict('A user with that email address exists.'),
  groups_name: () => conflict('A group with that name exists.'),
  scim_connections_name: () => conflict('A SCIM connection with that name exists.'),
  shares_deployment_id_folder_id_fkey: () => notFound('folder'),
  shares_deployment_id_document_id_fkey: () => notFound('document'),
  documents_deployment_id_folder_id_fkey: () => notFound('folder'),
  folders_deployment_id_parent_id_fkey: () => notFound('folder'),
  folders_deployment_id_library_id_fkey: () => notFound('library'),
};

function problemFromDatabase(error: DatabaseError): Problem {
  const known = CONSTRAINTS[error.constraint ?? ''];
  if (known !== undefined) return caused(known(), error);
  if (endsConnection(error)) return databaseIsAway(error);
  const code = error.code ?? '';
  // Serialization failures, deadlocks, too many connections, disk full, statements and locks over the session's limits:
  // the error is retryable.
  if (/^(?:40001|40P01|53|55P03|57014)/.test(code)) {
    const type = code === '53100' ? '/insufficient_storage' : '/unavailable';
    return new Problem(type, 'The database is busy. Try again soon.', {
      cause: error,
      headers: { 'retry-after': '1' },
    });
  }
  // Numbers and times out of range, and text with a NUL, cannot be stored.
  if (/^(?:22003|22008|22009|22021|22P05)$/.test(code)) {
    return new Problem('/validation_error', 'The request holds a value that cannot be stored.', { cause: error });
  }
  return new Problem('/internal_error', 'Something went wrong on the server; the request id leads to its log.', {
    cause: error,
  });
}

function caused(problem: Problem, error: Error): Problem {
  problem.cause = error;
  return problem;
}

// Errors of sockets that did not become a DatabaseUnavailable.
function isConnectionFailure({ code = '', syscall }: { code?: string; syscall?: string }): boolean {
  // Without syscall `connect` this is a missing file, not the database's socket.
  if (code === 'ENOENT') return syscall === 'connect';
  return /^(?:ECONN|CONNECT|CONNECTION_|EPIPE)/.test(code) && code !== 'ECONNABORTED';
}

function databaseIsAway(error: Error): Problem {
  return new Problem('/unavailable', 'The database is not available. Try again soon.', {
    cause: error,
    headers: { 'retry-after': '5' },
  });
}

function typeOfStatus(status: number | undefined): ProblemType | undefined {
  if (status === 400) return '/validation_error';
  const found = Object.entries(PROBLEM_TYPES).find(([, code]) => code === status);
  return found?.[0] as ProblemType | undefined;
}

// The texts of Fastify and its plugins are for developers; some need a better one.
function publicText(error: FastifyError): string {
  if (error.statusCode === 413) return 'The body is larger than this operation accepts.';
  if (error.statusCode === 415) return 'This media type is not supported here.';
  return error.statusCode === 400 ? 'The request is malformed.' : error.message;
}
