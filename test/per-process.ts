/**
 * Things that the test files of a process share, such as the application. The first file that asks for a thing starts it.
 * It ends with the process, or with the file when files don't share (a file that runs alone).
 */
import { after } from 'node:test';

/** Runs `end` when the thing is not needed any more. */
export type AtEnd = (end: () => unknown) => void;

const things = new Map<string, Promise<unknown>>();
const ends: (() => unknown)[] = [];
let isSharing = false;

/** Lets the files that are imported from now on share things; call the function that is returned after the last one. */
export function shareThings(): () => Promise<void> {
  isSharing = true;
  return async () => {
    for (const end of ends.splice(0).reverse()) await end();
  };
}

/** The thing of that name, started if this is the first file that asks for it. */
export function shared<T>(name: string, start: (atEnd: AtEnd) => Promise<T>): Promise<T> {
  if (!isSharing) return start(after);
  const thing = things.get(name) ?? start((end) => ends.push(end));
  things.set(name, thing);
  return thing as Promise<T>;
}
