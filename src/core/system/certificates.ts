/** Certificates of servers, for health checks. */
import type { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type LookupFunction, isIP } from 'node:net';
import { connect } from 'node:tls';
import type { CheckOutcome } from './health-run.ts';

const DAY_MS = 86_400_000;
/** Certificates are usually renewed 30 days before they expire. */
const CERTIFICATE_DAYS = 14;
/** Milliseconds for the connection: less than a check has. */
const CONNECT_MS = 3000;

/** `distrust`: why this machine does not trust its authority or its name; null: it does. */
export type FoundCertificate = { certificate: X509Certificate; distrust: string | null };

/** The certificate that a server presents. Its authority is not required to be known. */
export async function certificateAt(host: string, port: number, lookup?: LookupFunction): Promise<FoundCertificate> {
  const servername = isIP(host) === 0 ? host : '';
  const reached = { host, port, servername, ...(lookup === undefined ? {} : { lookup }) };
  const socket = connect({ ...reached, rejectUnauthorized: false, timeout: CONNECT_MS });
  try {
    socket.once('timeout', () => socket.destroy(new Error('the server does not respond')));
    await once(socket, 'secureConnect');
    const certificate = socket.getPeerX509Certificate();
    if (certificate === undefined) throw new Error('the server sent no certificate');
    return { certificate, distrust: socket.authorized ? null : String(socket.authorizationError) };
  } finally {
    socket.destroy();
  }
}

/** Whether the certificate is valid for some time. `remedy`: how it is renewed. */
export function expiryState({ validTo }: X509Certificate, now: Date, remedy: string): CheckOutcome {
  const expires = new Date(validTo);
  const days = Math.floor((expires.getTime() - now.getTime()) / DAY_MS);
  const date = expires.toISOString().slice(0, 10);
  if (days < 0) return { State: 'failed', Detail: `expired on ${date}; ${remedy}` };
  const Detail = `expires on ${date}, in ${days} days`;
  return days < CERTIFICATE_DAYS ? { State: 'warning', Detail: `${Detail}; ${remedy}` } : { State: 'ok', Detail };
}
