/**
 * The only reader of the environment. docs/operations/configuration.md describes every variable; a malformed one stops the start with
 * one line that names it.
 */
import { availableParallelism } from 'node:os';
import { delimiter, resolve } from 'node:path';
import { readDatabase } from './database.ts';
import { type TlsFiles, ownUrl, readListener, networksOf } from './listener.ts';
import { type TelemetryConfig, readTelemetry } from './telemetry.ts';
import { type CompleteEnvironment, completeEnvironment } from './environment.ts';
import { ConfigError, type Env, integer, oneOf, siteOf, text, urlOf } from './variables.ts';
import { parseBlobUrl } from '../blobs/blob-url.ts';
import type { BlobPlace } from '../blobs/open.ts';
import { type ClamdPlace, parseClamdUrl } from '../scanning/clamd.ts';
import { parseEmail } from '../values/email.ts';
import { LANGUAGES, type Language } from '../values/languages.ts';
import { LEVELS, type Level } from '../rendering/isolation/levels.ts';

export type Config = {
  /** A name or an address; IPv6 without brackets. */
  host: string;
  port: number;
  /** Prefix of API links, without a trailing slash. */
  baseUrl: string;
  /** Prefix of links that people open, without a trailing slash. */
  webUrl: string;
  dataDir: string;
  /** Null: the embedded PostgreSQL in dataDir. */
  databaseUrl: string | null;
  /** A server itself, for LISTEN, if databaseUrl leads to a pooler. */
  databaseListenUrl: string | null;
  /** Null: generated once and stored in dataDir/secret.key. */
  secretKey: string | null;
  blobs: BlobPlace;
  /** Null: mails are stored in the database, for site admins to read. */
  smtpUrl: string | null;
  mailFrom: string;
  /** The malware scanner for shares that are being prepared. */
  clamd: ClamdPlace | null;
  /** PEM texts. */
  tls: TlsFiles | null;
  /** Whether browsers must use https for all subdomains of the host as well. */
  hstsSubDomains: boolean;
  /** Fastify's trustProxy: everything, a number of hops, or a list of addresses and networks. */
  trustProxy: boolean | number | string[];
  /** The user that root runs the service as; null: chosen from the system's users. */
  runAs: string | null;
  /** Number of API processes. */
  workers: number;
  /** Database connections of an API process. Statements are short, so few connections are faster than many. */
  apiConnections: number;
  /** Background jobs of a worker. */
  jobsAtOnce: number;
  /** At a stop: seconds in which requests are served although the node is not ready, and then for work in progress. */
  drainSeconds: number;
  stopSeconds: number;
  /** Requests a second per credential; null: unlimited. */
  rateLimit: number | null;
  /** Maximum size of a document. */
  maxDocumentBytes: number;
  /** Uploads are refused if less is free on the disk of the contents. */
  minFreeBytes: number;
  corsOrigins: string[];
  /** Private networks in which identity providers may be. */
  providerNetworks: string[];
  metricsToken: string | null;
  /** Whether a snapshot of the database is made before a migration after which the previous release no longer runs. */
  upgradeBackup: boolean;
  /** URL prefix under which nginx in front sends stored files itself, such as `/carrel-blobs/`. */
  accelPrefix: string | null;
  logLevel: LogLevel;
  /** Null: readable lines on a terminal, otherwise JSON. */
  logFormat: LogFormat | null;
  /** Where traces and metrics are sent; null: nowhere. */
  telemetry: TelemetryConfig | null;
  /** Thumbnails require at least this isolation level. */
  rendererIsolation: Level;
  /** The folders of PATH, to look for optional programs that enable more thumbnails. */
  programFolders: string[];
  /** Of documents whose language is not detected. */
  searchLanguage: Language;
  /** In which Tesseract recognizes words, by its names. */
  ocrLanguages: string[];
};

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
type LogLevel = (typeof LOG_LEVELS)[number];

const LOG_FORMATS = ['pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** Reads the configuration, or throws a ConfigError. */
export function readConfig(environment: Env = process.env): Config {
  return configOf(completeEnvironment(environment).env);
}

function configOf(env: Env): Config {
  const { host, port, tls, trustProxy } = readListener(env);
  const dataDir = resolve(text(env, 'DATA_DIR') ?? 'data');
  const blobs = readBlobPlace(env) ?? { kind: 'files' as const, dir: resolve(dataDir, 'blobs') };
  const baseUrl = siteOf(env, 'BASE_URL') ?? ownUrl(host, port, tls !== null);
  return {
    host,
    port,
    baseUrl,
    webUrl: webSiteOf(env) ?? rootOf(baseUrl),
    dataDir,
    ...readDatabase(env),
    secretKey: readSecretKey(env),
    blobs,
    smtpUrl: urlOf(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: readSender(env) ?? 'Carrel <carrel@localhost>',
    clamd: readClamd(env),
    tls,
    hstsSubDomains: oneOf(env, 'HSTS_SUBDOMAINS', ['true', 'false']) === 'true',
    trustProxy,
    runAs: text(env, 'RUN_AS'),
    workers: integer(env, 'WORKERS', 1, 256) ?? availableParallelism(),
    apiConnections: integer(env, 'API_CONNECTIONS', 2, 100) ?? 6,
    jobsAtOnce: integer(env, 'JOBS_AT_ONCE', 1, 32) ?? 4,
    drainSeconds: integer(env, 'DRAIN_SECONDS', 0, 3600) ?? 0,
    stopSeconds: integer(env, 'STOP_SECONDS', 1, 86_400) ?? 7,
    rateLimit: integer(env, 'RATE_LIMIT', 1, 1_000_000),
    maxDocumentBytes: integer(env, 'MAX_DOCUMENT_BYTES', 1, Number.MAX_SAFE_INTEGER) ?? 50 * 1024 ** 3,
    minFreeBytes: integer(env, 'MIN_FREE_BYTES', 0, Number.MAX_SAFE_INTEGER) ?? 1024 ** 3,
    corsOrigins: readOrigins(env),
    providerNetworks: networksOf(env, 'PROVIDER_NETWORKS') ?? [],
    metricsToken: text(env, 'METRICS_TOKEN'),
    accelPrefix: readAccelPrefix(env, { trustsProxy: trustProxy !== false, blobs }),
    ...readLog(env),
    telemetry: readTelemetry(env),
    rendererIsolation: oneOf(env, 'RENDERER_ISOLATION', LEVELS) ?? 'none',
    programFolders: (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== ''),
    ...readLanguages(env),
  };
}

/** The environment of this process with the values of the files that it names. */
export const currentEnvironment = (): CompleteEnvironment => completeEnvironment(process.env);

/** Another blob store, given by the command line `option`; its credentials are those of the environment. */
export function readOtherBlobPlace(option: string, url: string): BlobPlace {
  const place = readBlobPlace({ ...currentEnvironment().env, BLOB_URL: url }, option);
  if (place === null) throw new ConfigError(`${option} is empty.`);
  return place;
}

/** The folders that hold the service's data. */
export function dataFolders({ dataDir, blobs }: Config): string[] {
  return blobs.kind === 'files' ? [dataDir, blobs.dir] : [dataDir];
}

/** The environment of the supervisor's children: ours, with values that the supervisor has determined. */
export function childEnvironment(config: Config, databaseUrl: string): Record<string, string> {
  const own = Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  return {
    ...own,
    PORT: String(config.port),
    BASE_URL: config.baseUrl,
    WEB_URL: config.webUrl,
    CARREL_DATABASE_URL: databaseUrl,
  };
}

/** In a child: the database that the supervisor has prepared. */
export function childDatabaseUrl(): string {
  const url = process.env['CARREL_DATABASE_URL'];
  if (url === undefined) throw new ConfigError('This program must be started by carrel serve.');
  return url;
}

function readLog(env: Env): Pick<Config, 'logLevel' | 'logFormat'> {
  return { logLevel: oneOf(env, 'LOG_LEVEL', LOG_LEVELS) ?? 'info', logFormat: oneOf(env, 'LOG_FORMAT', LOG_FORMATS) };
}

const MIN_KEY_LENGTH = 32;

function readSecretKey(env: Env): string | null {
  const key = text(env, 'SECRET_KEY');
  if (key === null || key.length >= MIN_KEY_LENGTH) return key;
  throw new ConfigError(`SECRET_KEY is shorter than ${MIN_KEY_LENGTH} characters.`);
}

// Pages are at the root of their host.
function webSiteOf(env: Env): string | null {
  const value = siteOf(env, 'WEB_URL');
  if (value !== null && new URL(value).pathname !== '/') throw new ConfigError(`WEB_URL=${value} must have no path.`);
  return value;
}

// A BASE_URL with a path is the prefix of the API alone.
function rootOf(baseUrl: string): string {
  const { pathname, origin } = new URL(baseUrl);
  return pathname === '/' ? baseUrl : origin;
}

function readSender(env: Env): string | null {
  const value = text(env, 'MAIL_FROM');
  if (value === null) return null;
  const address = /^[^<>\p{Cc}]*<([^<>]*)>$/u.exec(value)?.[1] ?? value;
  if (parseEmail(address) === null) {
    throw new ConfigError(`MAIL_FROM=${value} is neither an address nor of the form Name <address>.`);
  }
  return value;
}

function readOrigins(env: Env): string[] {
  const value = text(env, 'CORS_ORIGINS');
  if (value === null) return [];
  return value.split(',').map((part) => {
    const origin = URL.parse(part.trim())?.origin;
    if (origin === undefined || origin === 'null' || origin !== part.trim().replace(/\/$/, '')) {
      throw new ConfigError(`CORS_ORIGINS holds ${part.trim()}, which is not an origin like https://app.example.com.`);
    }
    return origin;
  });
}

function readLanguages(env: Env): Pick<Config, 'searchLanguage' | 'ocrLanguages'> {
  const searchLanguage = oneOf(env, 'SEARCH_LANGUAGE', LANGUAGES) ?? 'simple';
  return { searchLanguage, ocrLanguages: readOcrLanguages(env) };
}

function readOcrLanguages(env: Env): string[] {
  const value = text(env, 'OCR_LANGUAGES') ?? 'eng';
  if (!/^[A-Za-z_]+(?:\+[A-Za-z_]+){0,9}$/.test(value))
    throw new ConfigError(`OCR_LANGUAGES=${value} is not a list of languages like eng+deu.`);
  return value.split('+');
}

function readBlobPlace(env: Env, name = 'BLOB_URL'): BlobPlace | null {
  const url = urlOf(env, 'BLOB_URL', ['file:', 's3:'], name);
  try {
    return url === null ? null : parseBlobUrl(url, readAwsCredentials(env));
  } catch (error) {
    throw new ConfigError(`${name} ${(error as Error).message}.`);
  }
}

function readAwsCredentials(env: Env) {
  const accessKeyId = text(env, 'AWS_ACCESS_KEY_ID');
  const secretAccessKey = text(env, 'AWS_SECRET_ACCESS_KEY');
  const sessionToken = text(env, 'AWS_SESSION_TOKEN');
  if (accessKeyId === null || secretAccessKey === null) return null;
  return { accessKeyId, secretAccessKey, ...(sessionToken === null ? {} : { sessionToken }) };
}

function readClamd(env: Env): ClamdPlace | null {
  const value = text(env, 'CLAMD_URL');
  const place = value === null ? null : parseClamdUrl(value);
  if (value !== null && place === null) {
    throw new ConfigError(`CLAMD_URL=${value} is neither tcp://host:port nor unix:///path.`);
  }
  return place;
}

function readAccelPrefix(env: Env, { trustsProxy, blobs }: { trustsProxy: boolean; blobs: BlobPlace }): string | null {
  const value = text(env, 'ACCEL_PREFIX');
  if (value === null) return null;
  if (!/^\/(?:[\w-][\w.-]*\/)+$/.test(value)) {
    throw new ConfigError(`ACCEL_PREFIX=${value} is not the path of a location that begins and ends with a slash.`);
  }
  if (!trustsProxy) throw new ConfigError('ACCEL_PREFIX is for the proxy that TRUST_PROXY names: set both.');
  if (blobs.kind !== 'files') throw new ConfigError('ACCEL_PREFIX is for contents in files, not for BLOB_URL=s3://….');
  return value;
}
