import assert from 'node:assert/strict';
import { trashRequests } from '../target.ts';
import type { Target } from '../target.ts';
import { cycle, type Prepared, type Workload } from './workload.ts';

const REQUESTS = 400;

/** Two sizes for comparison: the content of a folder must not matter. */
export const trash: Workload[] = [trashing('W9', 'folder of 100 000', 100_000), trashing('W9s', 'folder of 10', 10)];

// Sequential, and bounded in number: an abandoned request may or may not have been executed.
function trashing(id: string, what: string, documents: number): Workload {
  return {
    id,
    title: `trash and restore a ${what}`,
    unit: 'req/s',
    goal: { must: 0.1 },
    seconds: 60,
    requests: REQUESTS,
    connections: [1],
    prepare: (target) => prepareFolder(target, documents),
  };
}

async function prepareFolder(target: Target, documents: number): Promise<Prepared> {
  const folderId = await target.plantFolder(documents);
  assert.equal(REQUESTS % 2, 0, 'A measurement must end with the folder outside the trash.');
  return { next: cycle(trashRequests(target, folderId)) };
}
