/** Blob store URLs in configuration: `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`. */
import { fileURLToPath } from 'node:url';
import type { BlobPlace } from './open.ts';
import type { S3Place } from './s3/bucket.ts';

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX = /^(?:(?!\.{1,2}(?:\/|$))[\w!.*'()-]+(?:\/(?!$)|$))*$/;
const REGION = /^[a-z0-9-]+$/;

/**
 * Throws an Error whose message continues a sentence that starts with the name of the setting, for example `names no
 * bucket`.
 */
export function parseBlobUrl(text: string, credentials: S3Place['credentials'] | null): BlobPlace {
  const url = new URL(text);
  return url.protocol === 'file:'
    ? { kind: 'files', dir: folderOf(url) }
    : { kind: 's3', ...bucketOf(url, credentials) };
}

/** A readable form without credentials. */
export function formatPlace(place: BlobPlace): string {
  if (place.kind === 'files') return place.dir;
  const { bucket, prefix, endpoint, region } = place;
  return `s3://${bucket}${prefix && `/${prefix}`} at ${endpoint ?? `AWS, ${region}`}`;
}

/** Whether contents cross a possibly shared network without TLS. */
export function isUnencrypted(place: BlobPlace): boolean {
  if (place.kind === 'files' || place.endpoint === null) return false;
  const { protocol, hostname } = new URL(place.endpoint);
  return protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

function folderOf(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    throw new Error('is not a local folder; it must be like file:///folder');
  }
}

function bucketOf(url: URL, credentials: S3Place['credentials'] | null): S3Place {
  const { hostname: bucket, pathname, searchParams } = url;
  const prefix = decodeURIComponent(pathname).replaceAll(/^\/+|\/+$/g, '');
  if (url.username !== '' || url.port !== '' || !BUCKET.test(bucket))
    throw new Error('does not name a valid S3 bucket');
  if (!PREFIX.test(prefix)) throw new Error("has a prefix that is not made of letters, digits, slashes and -_.!*'()");
  const unknown = [...searchParams.keys()].find((name) => name !== 'endpoint' && name !== 'region');
  if (unknown !== undefined) throw new Error(`has a parameter ${unknown}; there are endpoint and region`);
  const endpoint = endpointOf(searchParams.get('endpoint'));
  const region = searchParams.get('region') ?? (endpoint === null ? '' : 'us-east-1');
  if (!REGION.test(region)) throw new Error('must name the region, like …?region=eu-central-1, or an endpoint');
  if (credentials === null) throw new Error('needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  return { bucket, prefix, endpoint, region, credentials };
}

function endpointOf(text: string | null): string | null {
  if (text === null) return null;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || text.replace(/\/$/, '') !== url.origin) {
    throw new Error('has an endpoint that is not like https://s3.example.com');
  }
  return url.origin;
}
