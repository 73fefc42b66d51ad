/** The configuration as an operator may see it: the effective value of every variable, without secrets. */
import type { Config } from './config.ts';
import type { Source } from './environment.ts';
import { type Env, VARIABLES, VARIABLE_NAMES, type VariableName, text } from './variables.ts';

/** `value` null: it is not set and has no default. Secrets and passwords in URLs are `***`. */
export type ShownVariable = { name: VariableName; value: string | null; source: Source };

/** Every variable with its effective value, in the order of the documentation. */
export function showConfig(
  config: Config,
  { env, sources }: { env: Env; sources: Map<VariableName, Source> },
): ShownVariable[] {
  const effective = defaultsOf(config);
  return VARIABLE_NAMES.map((name) => {
    const value = text(env, name) ?? effective[name] ?? null;
    return { name, value: value === null ? null : hide(name, value), source: sources.get(name) ?? null };
  });
}

function hide(name: VariableName, value: string): string {
  if (VARIABLES[name] === 'secret') return '***';
  if (VARIABLES[name] === 'plain') return value;
  // Also in the form postgres://user:password@one,two/database, and in parameters.
  return value.replace(/(:\/\/[^/?#]*?:)[^/?#]*@/, '$1***@').replace(/([?&][^=&]*password=)[^&]*/gi, '$1***');
}

// Of variables that have a default, which other variables or the machine may determine.
function defaultsOf(config: Config): Partial<Record<VariableName, string>> {
  return {
    HOST: config.host,
    PORT: String(config.port),
    BASE_URL: config.baseUrl,
    WEB_URL: config.webUrl,
    DATA_DIR: config.dataDir,
    DATABASE_URL: 'embedded PostgreSQL',
    ...(config.blobs.kind === 'files' ? { BLOB_URL: `file://${config.blobs.dir}` } : {}),
    MAIL_FROM: config.mailFrom,
    HSTS_SUBDOMAINS: String(config.hstsSubDomains),
    TRUST_PROXY: String(config.trustProxy),
    WORKERS: String(config.workers),
    API_CONNECTIONS: String(config.apiConnections),
    JOBS_AT_ONCE: String(config.jobsAtOnce),
    DRAIN_SECONDS: String(config.drainSeconds),
    STOP_SECONDS: String(config.stopSeconds),
    MAX_DOCUMENT_BYTES: String(config.maxDocumentBytes),
    MIN_FREE_BYTES: String(config.minFreeBytes),
    RENDERER_ISOLATION: config.rendererIsolation,
    SEARCH_LANGUAGE: config.searchLanguage,
    OCR_LANGUAGES: config.ocrLanguages.join('+'),
    UPGRADE_BACKUP: String(config.upgradeBackup),
    LOG_LEVEL: config.logLevel,
    LOG_FORMAT: 'pretty on a terminal, otherwise json',
  };
}
