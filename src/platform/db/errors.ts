/** The two kinds of failures of statements: PostgreSQL refuses one, or does not answer. */
import pg from 'pg';

/** PostgreSQL refused a statement: `code` is the SQLSTATE, `constraint` the name of what it violates. */
export const { DatabaseError } = pg;
export type DatabaseError = pg.DatabaseError;

/**
 * There is no connection, or it broke before the answer came: whether a change was committed may be unknown. The cause
 * is the error of the socket or of the server.
 */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable';
  readonly code: string;

  constructor(cause: unknown) {
    const { message = '', code = 'CONNECTION_LOST' } = (cause ?? {}) as { message?: string; code?: string };
    // If a name has several addresses, the aggregate error has no message.
    super(message || code, { cause });
    this.code = code;
  }
}

/** Whether the server ends the connection, is no longer a primary, or answers for a pooler that lost its server. */
export function endsConnection({ code, severity }: DatabaseError): boolean {
  return severity === 'FATAL' || severity === 'PANIC' || /^(?:08|25006|25P03|57P0[123])/.test(code ?? '');
}

/** Whether the connection's copy of a prepared statement cannot be used; the statement was not executed. */
export function isStalePlan({ code, routine }: DatabaseError): boolean {
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}
