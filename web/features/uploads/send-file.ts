/** Sends the bytes of a file by tus, and goes on where an earlier attempt stopped. */
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../../api/client.ts';

type Options = {
  /** Where uploads begin. */
  endpoint: string;
  /** What is t of it there, besides the name of the file. */
  metadata: Record<string, string>;
  /** Of one that began earlier. */
  uploadUrl: string | null;
  onUrl: (uploadUrl: string) => void;
  onProgress: (sent: number) => void;
  /** Stops sending; what the server has stays there. */
  signal: AbortSignal;
};

/** A broken connection is tried again after so many milliseconds each. */
const RETRY_AFTER_MS = [500, 2000, 5000, 10_000];

/** Answers with the address of the whole upload. Throws an ApiError, or the signal's reason if it was stopped. */
export function sendFile(
  file: File,
  { endpoint, metadata, uploadUrl, onUrl, onProgress, signal }: Options,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl,
      metadata: { ...metadata, filename: file.name },
      retryDelays: RETRY_AFTER_MS,
      onShouldRetry: (error) => isPassing(error),
      storeFingerprintForResuming: false,
      onUploadUrlAvailable: () => onUrl(upload.url ?? ''),
      onProgress,
      onSuccess: () => resolve(upload.url ?? ''),
      onError: (error) => reject(apiErrorOf(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(signal.reason as Error);
    });
    upload.start();
  });
}

/** The last part of an upload's address. */
export function uploadIdOf(uploadUrl: string): string {
  return new URL(uploadUrl, window.location.href).pathname.split('/').at(-1) ?? '';
}

// A connection that broke, a server that is stopping, an upload that another request still holds.
function isPassing(error: Error): boolean {
  const reason = apiErrorOf(error);
  return reason instanceof ApiError && (reason.status === 0 || reason.status >= 500 || reason.status === LOCKED);
}

const LOCKED = 423;

function apiErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const { originalRequest, originalResponse: response } = error;
  if (response === null || response === undefined) return new ApiError(0, '');
  const { status, title, more } = { status: response.getStatus(), ...problemOf(response.getBody()) };
  // When it begins, an upload is refused for good; later, the server still has its last piece in hand.
  const isHeld = status === 409 && originalRequest?.getMethod() !== 'POST';
  const wait = Number(response.getHeader('Retry-After') ?? Number.NaN);
  return new ApiError(isHeld ? LOCKED : status, title, more, Number.isFinite(wait) ? wait : null);
}

function problemOf(body: string): { title: string; more: Record<string, unknown> } {
  try {
    const more = JSON.parse(body) as Record<string, unknown>;
    return { title: typeof more['title'] === 'string' ? more['title'] : '', more };
  } catch {
    return { title: '', more: {} };
  }
}
