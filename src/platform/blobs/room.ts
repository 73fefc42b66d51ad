/**
 * Memory for sending. Data read for a client that stops reading stays in memory, and thousands of clients may stop at
 * once. The first few sends use large blocks, which are fast; further ones use small blocks, which are bounded.
 */

const LARGE_BUFFER_SENDS = 32;
let ample = 0;

/** Runs `work` and passes whether it may use large buffers (about 2 MiB) or a tenth of that. */
export async function withSendMemory<T>(work: (isAmple: boolean) => Promise<T>): Promise<T> {
  const isAmple = ample < LARGE_BUFFER_SENDS;
  if (isAmple) ample += 1;
  try {
    return await work(isAmple);
  } finally {
    if (isAmple) ample -= 1;
  }
}
