/**
 * Connections that release the memory of each block right after it was read. Node's HTTP parser copies the body out of
 * each 64 KiB block that a socket reads. The blocks are few objects with much external memory: more than 100 MB
 * accumulates before a garbage collection (decision 0012).
 */
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { Duplex } from 'node:stream';

type Options = { keepAlive: true; maxSockets: number };

/** Agents for plain and TLS connections. */
export function lowMemoryAgents(options: Options): { httpAgent: HttpAgent; httpsAgent: HttpsAgent } {
  return { httpAgent: releasingMemory(new HttpAgent(options)), httpsAgent: releasingMemory(new HttpsAgent(options)) };
}

function releasingMemory<Kind extends HttpAgent>(agent: Kind): Kind {
  const connect: HttpAgent['createConnection'] = agent.createConnection.bind(agent);
  agent.createConnection = (...args: Parameters<typeof connect>) => connect(...args)?.on('data', releaseBlockSoon);
  return agent;
}

// The parser listens to the same event and has copied the bytes once both listeners ran. If a future parser passed on
// parts of the block, those would be empty: the content would be too short, which every reader checks.
function releaseBlockSoon(this: Duplex, block: Buffer): void {
  const { buffer, byteLength } = block;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) queueMicrotask(() => buffer.transfer(0));
}
