/** Health checks of regular work of operators: backups, certificates, the mail server, metrics, memory, the first password. */
import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import type { Config } from '../../platform/config/config.ts';
import { verifyMailServer } from '../../platform/mail/transport.ts';
import { certificateAt, expiryState } from './certificates.ts';
import { type CheckOutcome, type DetailedCheckResult, runCheck } from './health-run.ts';
import { readLastBackup } from './last-backup.ts';

const DAY_MS = 86_400_000;
/** Backups run daily (docs/operations/backup.md#schedule): an older one means that a run is missing. */
const BACKUP_DAYS = 2;
/** docs/operations/sizing.md#memory */
const MEMORY_BYTES = 2_000_000_000;

/** Checks the upkeep of this machine. `now`: to which ages are compared. */
export async function checkUpkeep(config: Config, now: Date): Promise<DetailedCheckResult[]> {
  return Promise.all([
    runCheck('memory', async () => memoryState()),
    runCheck('backup', () => backupState(config, now)),
    runCheck('certificate', () => certificateState(config, now)),
    runCheck('smtp', () => mailServerState(config)),
    runCheck('metrics', async () => metricsState(config)),
    runCheck('first-run', async () => firstRunState(config)),
  ]);
}

function memoryState(): CheckOutcome {
  // A container has less than the machine: its limit, or a number beyond all memory.
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const size = `${(bytes / 1e9).toFixed(1)} GB`;
  if (bytes >= MEMORY_BYTES) return { State: 'ok', Detail: size };
  return { State: 'hint', Detail: `${size}: 2 GB are needed while thumbnails of large documents are made` };
}

async function backupState({ dataDir, databaseUrl }: Config, now: Date): Promise<CheckOutcome> {
  const last = await readLastBackup(dataDir);
  if (last === null) {
    // Of several nodes, one makes the backups.
    const State = databaseUrl === null ? 'warning' : 'hint';
    return { State, Detail: 'none was made from this machine; run carrel backup daily' };
  }
  const days = Math.floor((now.getTime() - Date.parse(last.CreatedAt)) / DAY_MS);
  const made = `the last one is of ${last.CreatedAt}`;
  const found = (State: CheckOutcome['State'], Detail: string) => ({
    State,
    Detail,
    forOperators: `${Detail} (${last.Folder})`,
  });
  if (last.Damaged > 0) return found('warning', `${made}, without ${last.Damaged} missing or damaged contents`);
  if (days >= BACKUP_DAYS) return found('warning', `${made}, ${days} days ago; run carrel backup daily`);
  return found('ok', made);
}

async function certificateState({ tls, baseUrl }: Config, now: Date): Promise<CheckOutcome> {
  if (tls !== null) return expiryState(new X509Certificate(tls.cert), now, 'restart the service with a new one');
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return { State: 'hint', Detail: 'none: BASE_URL is not https' };
  try {
    const { certificate } = await certificateAt(hostname, Number(port || 443));
    return expiryState(certificate, now, 'renew it at the proxy');
  } catch (error) {
    // A machine behind a router may be unable to connect to its own public address.
    const Detail = 'of the proxy could not be read from this machine';
    return { State: 'hint', Detail, forOperators: `${Detail}: ${hostname}: ${String(error)}` };
  }
}

async function mailServerState({ smtpUrl }: Config): Promise<CheckOutcome> {
  if (smtpUrl === null) {
    return { State: 'hint', Detail: 'SMTP_URL is not set: emails are not sent, and site admins read them in the app' };
  }
  await verifyMailServer(smtpUrl);
  return {
    State: 'ok',
    Detail: 'accepts the connection',
    forOperators: `${new URL(smtpUrl).host} accepts the connection`,
  };
}

function metricsState({ metricsToken, trustProxy }: Config): CheckOutcome {
  if (metricsToken !== null) return { State: 'ok', Detail: 'require METRICS_TOKEN' };
  if (trustProxy === false) return { State: 'ok', Detail: 'are available on this machine only' };
  return { State: 'hint', Detail: 'are refused: TRUST_PROXY is set, and METRICS_TOKEN is not' };
}

function firstRunState({ dataDir }: Config): CheckOutcome {
  const path = join(dataDir, 'first-run.json');
  if (!existsSync(path)) return { State: 'ok', Detail: 'the file with the first password was removed' };
  const Detail = 'the first password and token are still in a file; change the password and remove the file';
  return { State: 'hint', Detail, forOperators: `${Detail}: ${path}` };
}
