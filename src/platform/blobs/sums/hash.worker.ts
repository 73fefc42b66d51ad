/** A thread of the hash pool, which holds the running hashes. */
import { type Hash, createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 } from 'node:zlib';
import type { Block } from '../blocks.ts';

/** Every request except `drop` gets an answer, in order, after its bytes were read. */
export type HashRequest = { id: number } & ({ add: Block } | { finish: Block } | { drop: true });

/** `sums` is set for `finish`. */
export type HashReply = { sums?: { sha256: Uint8Array; crc32: number } };

const running = new Map<number, { sha256: Hash; crc32: number }>();

parentPort?.on('message', (request: HashRequest) => {
  if ('drop' in request) running.delete(request.id);
  else if ('add' in request) addBlock(request.id, request.add);
  else finish(request.id, request.finish);
});

function addBlock(id: number, block: Block): void {
  const state = running.get(id) ?? { sha256: createHash('sha256'), crc32: 0 };
  state.sha256.update(block);
  state.crc32 = crc32(block, state.crc32);
  running.set(id, state);
  reply({});
}

function finish(id: number, rest: Block): void {
  const state = running.get(id);
  running.delete(id);
  if (state === undefined) throw new Error(`Content ${id} was never started.`);
  reply({ sums: { sha256: state.sha256.update(rest).digest(), crc32: crc32(rest, state.crc32) } });
}

function reply(answer: HashReply): void {
  parentPort?.postMessage(answer, []);
}
