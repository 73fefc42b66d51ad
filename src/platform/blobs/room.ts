/**
 * Memory for sending. Whoever stops reading keeps what was read for them, and thousands may do so at once: the first are
 * served from large blocks, which is fast, and those who come on top from small ones, which is bounded.
 */

const LARGE_BUFFER_SENDS = 32;
let ample = 0;

/** Runs `work`, which is told whether it may take much memory, about 2 MiB, or must do with a tenth of it. */
export async function withSendMemory<T>(work: (isAmple: boolean) => Promise<T>): Promise<T> {
  const isAmple = ample < LARGE_BUFFER_SENDS;
  if (isAmple) ample += 1;
  try {
    return await work(isAmple);
  } finally {
    if (isAmple) ample -= 1;
  }
}
