/** The variables of the environment, and how one is read: absent or empty is null, a malformed value is a ConfigError. */

/** Every variable that an operator can set (docs/operations/configuration.md#environment), and whether its value is or may contain a secret. */
export const VARIABLES = {
  HOST: 'plain',
  PORT: 'plain',
  BASE_URL: 'plain',
  WEB_URL: 'plain',
  DATA_DIR: 'plain',
  DATABASE_URL: 'url',
  DATABASE_LISTEN_URL: 'url',
  BLOB_URL: 'url',
  AWS_ACCESS_KEY_ID: 'plain',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'secret',
  SECRET_KEY: 'secret',
  SMTP_URL: 'url',
  MAIL_FROM: 'plain',
  CLAMD_URL: 'plain',
  TLS_CERT: 'plain',
  TLS_KEY: 'plain',
  HSTS_SUBDOMAINS: 'plain',
  TRUST_PROXY: 'plain',
  RUN_AS: 'plain',
  WORKERS: 'plain',
  API_CONNECTIONS: 'plain',
  JOBS_AT_ONCE: 'plain',
  DRAIN_SECONDS: 'plain',
  STOP_SECONDS: 'plain',
  RATE_LIMIT: 'plain',
  PROVIDER_NETWORKS: 'plain',
  CORS_ORIGINS: 'plain',
  METRICS_TOKEN: 'secret',
  MAX_DOCUMENT_BYTES: 'plain',
  MIN_FREE_BYTES: 'plain',
  ACCEL_PREFIX: 'plain',
  RENDERER_ISOLATION: 'plain',
  SEARCH_LANGUAGE: 'plain',
  OCR_LANGUAGES: 'plain',
  UPGRADE_BACKUP: 'plain',
  LOG_LEVEL: 'plain',
  LOG_FORMAT: 'plain',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'url',
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'url',
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'url',
  OTEL_EXPORTER_OTLP_HEADERS: 'secret',
  OTEL_EXPORTER_OTLP_PROTOCOL: 'plain',
  OTEL_EXPORTER_OTLP_TIMEOUT: 'plain',
  OTEL_TRACES_EXPORTER: 'plain',
  OTEL_METRICS_EXPORTER: 'plain',
  OTEL_TRACES_SAMPLER: 'plain',
  OTEL_TRACES_SAMPLER_ARG: 'plain',
  OTEL_METRIC_EXPORT_INTERVAL: 'plain',
  OTEL_SERVICE_NAME: 'plain',
  OTEL_RESOURCE_ATTRIBUTES: 'plain',
  OTEL_SDK_DISABLED: 'plain',
} as const satisfies Record<string, 'plain' | 'url' | 'secret'>;

export type VariableName = keyof typeof VARIABLES;

export const VARIABLE_NAMES = Object.keys(VARIABLES) as VariableName[];

/** Set by root or the supervisor for the programs that they start. */
type InternalName = 'CARREL_TLS';

export type Env = Record<string, string | undefined>;

/** A variable that cannot be used; the message is the one line for the operator. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export function text(env: Env, name: VariableName | InternalName): string | null {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? null : value;
}

export function integer(env: Env, name: VariableName, min: number, max: number): number | null {
  const value = text(env, name);
  if (value === null) return null;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new ConfigError(`${name}=${value} is not a whole number from ${min} to ${max}.`);
  }
  return number;
}

export function oneOf<T extends string>(env: Env, name: VariableName, values: readonly T[]): T | null {
  const value = text(env, name);
  if (value === null) return null;
  const found = values.find((candidate) => candidate === value);
  if (found === undefined) throw new ConfigError(`${name}=${value} is none of ${values.join(', ')}.`);
  return found;
}

/** `label`: the name in messages. The value itself stays out of them: these URLs carry passwords. */
export function urlOf(env: Env, name: VariableName, protocols: string[], label: string = name): string | null {
  const value = text(env, name);
  if (value === null) return null;
  const parsed = URL.parse(value);
  // A socket folder as host (postgres://user@%2Frun/db) has no host that URL can validate, but it parses.
  if (parsed === null || !protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))) {
    throw new ConfigError(`${label} is not a URL that starts with ${protocols.map((p) => `${p}//`).join(' or ')}.`);
  }
  return value.replace(/\/+$/, '');
}

export function siteOf(env: Env, name: VariableName): string | null {
  const value = urlOf(env, name, ['http:', 'https:']);
  if (value !== null && /[?#]/.test(value)) throw new ConfigError(`${name}=${value} must end with its path.`);
  return value;
}
