/** Sends a file. The client for resumable uploads is loaded by the first one, so that pages start without it. */
import { ApiError } from '../../api/client.ts';

export type SendOptions = {
  /** The URL that creates uploads. */
  endpoint: string;
  /** Metadata of the upload besides the file name. */
  metadata: Record<string, string>;
  /** The URL of an earlier attempt. */
  uploadUrl: string | null;
  onUrl: (uploadUrl: string) => void;
  onProgress: (sent: number) => void;
  /** Stops sending. The server keeps the data that it has. */
  signal: AbortSignal;
};

/** Returns the URL of the complete upload. Throws an ApiError, or the reason of the signal if it was aborted. */
export async function sendFile(file: File, options: SendOptions): Promise<string> {
  // Without a connection the script cannot be loaded either.
  const { sendByTus } = await import('./send-by-tus.ts').catch(() => {
    throw new ApiError(0, '');
  });
  options.signal.throwIfAborted();
  return sendByTus(file, options);
}

/** The last part of the upload's URL. */
export function uploadIdOf(uploadUrl: string): string {
  return new URL(uploadUrl, window.location.href).pathname.split('/').at(-1) ?? '';
}
