/** Shares of one folder: a row, its activity and its link. */
import assert from 'node:assert/strict';
import { encodeRequest } from '../client.ts';
import { type Target, fetchJson } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

export const share: Workload = {
  id: 'W6b',
  title: 'create a share of a folder',
  unit: 'req/s',
  goal: { must: 0.4 },
  seconds: 3,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const folderId = await target.createFolder('shared');
  const path = `/api/folders/${folderId}/share`;
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ AllowView: true });
  const made = await fetchJson<{ ReferenceString: string }>(target, path, { method: 'POST', headers, body });
  assert.match(made.ReferenceString, /^[\w-]{22}$/);
  const url = new URL(path, target.origin);
  const bytes = encodeRequest('POST', url, { ...target.headers, ...headers }, Buffer.from(body));
  return { next: () => ({ bytes, status: 200, length: null }) };
}
