/** A bucket on an S3 server: connection settings, timeouts, and error mapping. */
import { type HeadObjectCommandOutput, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { lowMemoryAgents } from './agent.ts';
import { BlobMissingError, SMALL_CONTENT_BYTES, StoreFullError, StoreUnavailableError } from '../store.ts';

export type S3Place = {
  bucket: string;
  /** Prefix of every object name, without slashes around it; may be empty. */
  prefix: string;
  /** Null: the AWS endpoint of the region. */
  endpoint: string | null;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
};

export type Bucket = {
  client: S3Client;
  /** For completing multipart uploads, which can take minutes without a response byte. */
  patientClient: S3Client;
  /** Bucket and object name in the form that commands take. */
  at: (name: string) => { Bucket: string; Key: string };
  /** The prefix of all object names of this store. */
  root: string;
};

const CONNECT_MS = 2000;
/** A server that sends and receives nothing for this long is down. With all attempts: 503 after at most 15 s. */
const IDLE_TIMEOUT_MS = 5000;
const COMPLETE_MS = 300_000;
const ATTEMPTS = 3;
// Every download by a slow client holds a connection.
const CONNECTIONS = 2000;

/** Makes no request yet. */
export function openBucket(place: S3Place): Bucket {
  const root = place.prefix === '' ? '' : `${place.prefix}/`;
  return {
    client: newClient(place, IDLE_TIMEOUT_MS),
    patientClient: newClient(place, COMPLETE_MS),
    at: (name) => ({ Bucket: place.bucket, Key: root + name }),
    root,
  };
}

export function closeBucket({ client, patientClient }: Bucket): void {
  client.destroy();
  patientClient.destroy();
}

function newClient({ endpoint, region, credentials }: S3Place, silentMs: number): S3Client {
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    // Ceph 16 does not support the checksums that the library adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      ...lowMemoryAgents({ keepAlive: true, maxSockets: CONNECTIONS }),
    },
    // With this header every part would need a connection of its own.
    expectContinueHeader: false,
    logger: NO_LOGGER,
  });
  leaveLargeBodiesUnsigned(client);
  return client;
}

// Warnings would go to the console; failures are thrown as well.
const NO_LOGGER = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

// Signing the body means hashing it on the event loop, 30 ms for 8 MiB. TLS protects it, as it does for streams.
function leaveLargeBodiesUnsigned(client: S3Client): void {
  client.middlewareStack.add(
    (next) => async (step) => {
      const { body, headers } = step.request as { body?: unknown; headers: Record<string, string> };
      if (body instanceof Uint8Array && body.byteLength > SMALL_CONTENT_BYTES) {
        headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      }
      return next(step);
    },
    { step: 'build', name: 'leaveLargeBodiesUnsigned' },
  );
}

/** Awaits a request and converts its failure to StoreFullError or StoreUnavailableError. */
export async function awaitS3<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw isFull(error) ? new StoreFullError(reasonOf(error)) : new StoreUnavailableError(reasonOf(error));
  }
}

/** Awaits a request; undefined if its object or multipart upload does not exist. */
export async function unlessAbsent<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    // Ceph returns NoSuchKey for uploads as well, and a HEAD has no body with details beyond NotFound.
    if (isNamed(error, 'NoSuchKey', 'NoSuchUpload', 'NotFound')) return undefined;
    throw error;
  }
}

export function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** Metadata of the object under a key. Rejects with BlobMissingError. */
export async function headOf({ client, at }: Bucket, key: string): Promise<HeadObjectCommandOutput> {
  const head = await awaitS3(unlessAbsent(client.send(new HeadObjectCommand(at(key)))));
  if (head === undefined) throw new BlobMissingError(key);
  return head;
}

type S3Failure = Error & { $metadata?: { httpStatusCode?: number } };

function isFull(error: unknown): boolean {
  const named = isNamed(
    error,
    'QuotaExceeded',
    'InsufficientCapacity',
    'XMinioStorageFull',
    'XMinioAdminBucketQuotaExceeded',
  );
  return named || (error as S3Failure).$metadata?.httpStatusCode === 507;
}

// Some servers return a code without a text, which the library turns into `UnknownError`.
function reasonOf(error: unknown): Error {
  const { name, message, $metadata } = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  const answered = status === undefined ? '' : `The S3 server answered ${status} ${name}. `;
  return new Error(`${answered}${message === 'UnknownError' ? '' : message}`.trim(), { cause: error });
}
