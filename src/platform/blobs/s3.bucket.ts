/** A bucket on an S3 server: how it is reached, how long it is waited for, and what its failures mean. */
import { type HeadObjectCommandOutput, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { lowMemoryAgents } from './s3.agent.ts';
import { BlobMissingError, SMALL_CONTENT_BYTES, StoreFullError, StoreUnavailableError } from './store.ts';

export type S3Place = {
  bucket: string;
  /** Of every object's name, without slashes around it; may be empty. */
  prefix: string;
  /** Null: the one of AWS for the region. */
  endpoint: string | null;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string };
};

export type Bucket = {
  client: S3Client;
  /** For the request that may be silent for minutes: completing an upload of many parts. */
  patientClient: S3Client;
  /** Bucket and name of an object, as commands take them. */
  at: (name: string) => { Bucket: string; Key: string };
  /** What the names of all objects of this store begin with. */
  root: string;
};

const CONNECT_MS = 2000;
/** A server that neither takes nor gives a byte for so long is away. With the attempts: 503 after at most 15 s. */
const IDLE_TIMEOUT_MS = 5000;
const COMPLETE_MS = 300_000;
const ATTEMPTS = 3;
// Every download that a slow client takes holds a connection.
const CONNECTIONS = 2000;

/** Nothing is asked of the server yet. */
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
    // The checksums that the library adds by default are of a kind that Ceph 16 does not know.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: silentMs,
      ...lowMemoryAgents({ keepAlive: true, maxSockets: CONNECTIONS }),
    },
    // With it every part would have a connection of its own.
    expectContinueHeader: false,
    logger: NO_LOGGER,
  });
  leaveLargeBodiesUnsigned(client);
  return client;
}

// Its warnings would go to the console; what fails is thrown as well.
const NO_LOGGER = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };

// Signing the body means hashing it on the event loop, 30 ms for 8 MiB. TLS protects it, as it does streams.
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

/** Awaits a request; its failure becomes StoreFullError or StoreUnavailableError. */
export async function awaitS3<T>(request: Promise<T>): Promise<T> {
  try {
    return await request;
  } catch (error) {
    throw isFull(error) ? new StoreFullError(reasonOf(error)) : new StoreUnavailableError(reasonOf(error));
  }
}

/** Awaits a request; undefined if the object or the multipart upload it is about is not there. */
export async function unlessAbsent<T>(request: Promise<T>): Promise<T | undefined> {
  try {
    return await request;
  } catch (error) {
    // Ceph says NoSuchKey also of uploads, and a HEAD has no body that could say more than NotFound.
    if (isNamed(error, 'NoSuchKey', 'NoSuchUpload', 'NotFound')) return undefined;
    throw error;
  }
}

export function isNamed(error: unknown, ...names: string[]): boolean {
  return error instanceof Error && names.includes(error.name);
}

/** What the server tells of the object under a key. Rejects with BlobMissingError. */
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

// Some servers give a code and no text, which the library makes `UnknownError` of.
function reasonOf(error: unknown): Error {
  const { name, message, $metadata } = error as S3Failure;
  const status = $metadata?.httpStatusCode;
  const answered = status === undefined ? '' : `The S3 server answered ${status} ${name}. `;
  return new Error(`${answered}${message === 'UnknownError' ? '' : message}`.trim(), { cause: error });
}
