/** Sends the bytes of a file by tus, and goes on where an earlier attempt stopped. */
import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../../api/client.ts';

type Options = {
  /** Where uploads begin. */
  endpoint: string;
  /** What is said of it there, besides the name of the file. */
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

function apiErrorOf(error: Error): Error {
  if (!(error instanceof DetailedError)) return error;
  const response = error.originalResponse;
  if (response === null || response === undefined) return new ApiError(0, '');
  const title = titleOf(response.getBody());
  return new ApiError(response.getStatus(), title);
}

function titleOf(body: string): string {
  try {
    const { title } = JSON.parse(body) as { title?: unknown };
    return typeof title === 'string' ? title : '';
  } catch {
    return '';
  }
}
