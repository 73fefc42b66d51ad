import type { ChildProcess } from 'node:child_process';

/** The parts of Node's own messages between the primary and a process of a cluster. */
type Message = { cmd?: unknown; act?: unknown; seq?: number; ack?: number };
type Handle = { close(): void };
type Send = (message: Message, handle?: Handle, ...rest: unknown[]) => boolean;

/**
 * Closes the connections that were passed to an API process which exits before it has taken them. Until then Node keeps its
 * copy of each open, so that clients would wait for their own timeouts.
 */
export function closePassedConnections(child: ChildProcess): void {
  const passed = new Map<number, Handle>();
  const send = child.send.bind(child) as Send;
  const watched: Send = (message, handle, ...rest) => {
    if (handle !== undefined && message.act === 'newconn') passed.set(message.seq ?? 0, handle);
    return send(message, handle, ...rest);
  };
  child.send = watched as ChildProcess['send'];
  child.on('internalMessage', ({ ack }: Message) => void (ack !== undefined && passed.delete(ack)));
  child.once('exit', () => {
    for (const handle of passed.values()) handle.close();
  });
}
