/** Compares two texts. In a worker, because it can take long. */
import { compareLines } from './line-changes.ts';

self.addEventListener('message', ({ data: [before, after] }: MessageEvent<[string, string]>) => {
  self.postMessage(compareLines(before, after));
});
