/** Sends a file by tus, and resumes where an earlier attempt stopped. Loaded by the first upload (send-file.ts). */
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../../api/client.ts';
import { accountHeaders } from '../../shown-account.ts';
import type { SendOptions } from './send-file.ts';

/** Delays before the retries after a lost connection, in milliseconds. */
const RETRY_AFTER_MS = [500, 2000, 5000, 10_000];

/** Returns the URL of the complete upload. */
export function sendByTus(
  file: File,
  { endpoint, metadata, uploadUrl, onUrl, onProgress, signal }: SendOptions,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(file, {
      endpoint,
      uploadUrl,
      headers: accountHeaders(),
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

// A lost connection, a server that is shutting down, or an upload that another request still locks.
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
  // A conflict is permanent when an upload is created. Later it means that the server still writes the last chunk.
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
