/** Work on a content from elsewhere: in a worker, which is stopped if it takes too long. */

/** Longer than any document of a usual size takes on a phone. */
const LIMIT_MS = 10_000;

/** Sends one request to a new worker and returns its answer. The worker ends with the answer, an error, the limit or the signal. */
export async function askWorker<Answer>(worker: Worker, request: unknown, signal?: AbortSignal): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => reject(new Error('The worker took too long.')), LIMIT_MS);
  const stop = () => reject(new Error('The answer is no longer needed.'));
  signal?.addEventListener('abort', stop);
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => resolve(data));
  worker.addEventListener('error', () => reject(new Error('The worker failed.')));
  worker.postMessage(request);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    worker.terminate();
  }
}
