/** Imported by every process of test files: notes at the end what it cost. */
import { isMainThread } from 'node:worker_threads';
import { noteRestAtExit } from '../cost.ts';

// A program that a test forks inherits the import.
if (isMainThread && process.argv[1]?.endsWith('.test.ts') === true) noteRestAtExit();
