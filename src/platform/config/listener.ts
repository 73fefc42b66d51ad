/** Reads the listener's part of the configuration: address, TLS certificate and trusted proxies. */
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { createSecureContext } from 'node:tls';
import { ConfigError, type Env, type VariableName, integer, text } from './variables.ts';

export type TlsFiles = { cert: string; key: string };

// Without TLS, listening beyond this machine takes a proxy in front.
export function readListener(env: Env) {
  const host = text(env, 'HOST')?.replace(/^\[(.*)\]$/, '$1') ?? '127.0.0.1';
  const port = integer(env, 'PORT', 0, 65_535) ?? 8080;
  const tls = readTls(env);
  const trustProxy = readTrustProxy(env);
  if (!isLoopback(host) && tls === null && trustProxy === false) {
    throw new ConfigError(
      `HOST=${host} would serve without TLS beyond this machine: set TLS_CERT and TLS_KEY, or TRUST_PROXY if a proxy terminates TLS.`,
    );
  }
  return { host, port, tls, trustProxy };
}

/** The URL of a service without a proxy in front. */
export function ownUrl(host: string, port: number, secure: boolean): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `${secure ? 'https' : 'http'}://${name}:${port}`;
}

function readTls(env: Env): TlsFiles | null {
  // Read by root, who alone may be able to, before it became the user of the service.
  const known = text(env, 'CARREL_TLS');
  if (known !== null) return JSON.parse(known) as TlsFiles;
  const cert = text(env, 'TLS_CERT');
  const key = text(env, 'TLS_KEY');
  if (cert === null && key === null) return null;
  if (cert === null || key === null) throw new ConfigError('TLS_CERT and TLS_KEY must be set together.');
  const files = { cert: readPem('TLS_CERT', cert), key: readPem('TLS_KEY', key) };
  try {
    createSecureContext(files);
  } catch (error) {
    const { reason = 'they cannot be read' } = error as { reason?: string };
    throw new ConfigError(`TLS_CERT and TLS_KEY cannot be used together: ${reason}.`);
  }
  return files;
}

function readPem(name: string, path: string): string {
  try {
    const pem = readFileSync(path, 'utf8');
    if (!pem.includes('-----BEGIN')) throw new Error('it is not a PEM file');
    return pem;
  } catch (error) {
    throw new ConfigError(`${name}=${path} cannot be used: ${(error as Error).message}.`);
  }
}

function readTrustProxy(env: Env): boolean | number | string[] {
  const value = text(env, 'TRUST_PROXY');
  if (value === null || value === 'false') return false;
  if (value === 'true') return true;
  if (/^\d{1,2}$/.test(value)) return Number(value) || false;
  const networks = value.split(',').map((part) => part.trim());
  if (!networks.every(isNetwork)) {
    throw new ConfigError(`TRUST_PROXY=${value} is neither true, a number of hops, nor a list of addresses.`);
  }
  return networks;
}

/** A list of addresses and networks; null if it is not set. */
export function networksOf(env: Env, name: VariableName): string[] | null {
  const networks = text(env, name)
    ?.split(',')
    .map((part) => part.trim());
  if (networks === undefined || networks.every(isNetwork)) return networks ?? null;
  throw new ConfigError(`${name}=${networks.join(',')} is not a list of addresses and networks like 10.0.0.0/8.`);
}

function isNetwork(part: string): boolean {
  const [, address = '', bits = '0'] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(part) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
