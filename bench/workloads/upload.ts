import assert from 'node:assert/strict';
import { contentOf, fetchBytes, fetchJson, uploadRequest } from '../target.ts';
import type { DocumentAnswer, Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

export const upload: Workload = {
  id: 'W3',
  title: 'upload 1 000 files of 20 KiB',
  unit: 'req/s',
  goal: { must: 0.65, aim: 0.85 },
  seconds: 60,
  requests: 1000,
  prepare,
};

async function prepare(target: Target): Promise<Prepared> {
  const folderId = await target.createFolder('uploads');
  const names: string[] = [];
  const next = () => {
    const name = `Upload ${names.length}.bin`;
    names.push(name);
    return uploadRequest(target, folderId, name, contentOf(name));
  };
  return { next, verify: () => verify(target, folderId, names) };
}

// Every response is listed with its hash, and the stored bytes equal the sent ones.
async function verify(target: Target, folderId: number, names: string[]): Promise<void> {
  const listed = await fetchJson<DocumentAnswer[]>(target, `/api/folders/${folderId}/documents`);
  const stored = new Map(listed.map((document) => [document.DocumentName, document.Hash]));
  const sent = new Map(names.map((name) => [name, target.hashOf(contentOf(name))]));
  assert.deepEqual(stored, sent, `${target.name} holds other documents than were uploaded`);
  for (const document of listed.slice(0, 20)) {
    const content = await fetchBytes(target, `/api/documents/${document.DocumentId}/content`);
    assert.ok(content.equals(contentOf(document.DocumentName)), `${target.name} sent other bytes than it was given`);
  }
}
