import { getRequest } from '../target.ts';
import type { Target } from '../target.ts';
import type { Prepared, Workload } from './workload.ts';

const BYTES = 1024 ** 3;
const common = { unit: 'MB/s', seconds: 4, prepare } as const;

/** 1 GiB against bare servers: Carrel itself over HTTP and TLS, and nginx in front that sends Carrel's files. */
export const downloadsLarge: Workload[] = [
  { id: 'W5', title: 'download 1 GiB', goal: { must: 0.9 }, ...common },
  { id: 'W5n', title: 'download 1 GiB, floor nginx', goal: null, between: ['nginx', 'carrel'], ...common },
  {
    id: 'W5x',
    title: 'download 1 GiB left to nginx',
    goal: { must: 0.9 },
    between: ['nginx', 'nginxBeforeCarrel'],
    ...common,
  },
  { id: 'W5t', title: 'download 1 GiB, TLS', goal: null, between: ['nodeTls', 'carrelTls'], ...common },
  {
    id: 'W5tn',
    title: 'download 1 GiB, TLS, floor nginx',
    goal: { must: 0.9 },
    between: ['nginxTls', 'carrelTls'],
    ...common,
  },
];

const planted = new Map<string, Promise<number>>();

// Servers with one name share their files, with or without TLS.
async function prepare(target: Target): Promise<Prepared> {
  const kept = target.name === 'nginx' ? 'nginx' : target.name === 'floor' ? 'floor' : 'Carrel';
  const documentId = planted.get(kept) ?? plant(target);
  planted.set(kept, documentId);
  const request = getRequest(target, `/api/documents/${await documentId}/content`, BYTES);
  return { next: () => request, answerBytes: BYTES };
}

async function plant(target: Target): Promise<number> {
  return target.plantDocument(await target.createFolder('large documents'), BYTES);
}
