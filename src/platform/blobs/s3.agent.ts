/**
 * Connections that give the memory of what they read back at once. Node's parser of answers copies the body out of each block
 * of 64 KiB that a socket reads; the blocks are few objects with much memory behind them, of which more than 100 MB piles up
 * before the garbage collector looks (decision 0012).
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

type Options = { keepAlive: true; maxSockets: number };

/** Agents for plain and for encrypted connections. */
export function lowMemoryAgents(options: Options): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  return { httpAgent: releasingMemory(new HttpAgent(options)), httpsAgent: releasingMemory(new HttpsAgent(options)) };
}

function releasingMemory<Kind extends HttpAgent>(agent: Kind): Kind {
  const connect: HttpAgent['createConnection'] = agent.createConnection.bind(agent);
  agent.createConnection = (...args: Parameters<typeof connect>) => connect(...args)?.on('data', releaseBlockSoon);
  return agent;
}

// The parser listens too, and has copied when both have been called. Would it once hand on parts of the block instead, they
// would be empty: too short a content, which is noticed wherever one is read.
function releaseBlockSoon(this: Duplex, block: Buffer): void {
  const { buffer, byteLength } = block;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) queueMicrotask(() => buffer.transfer(0));
}
