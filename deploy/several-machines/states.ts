/** Asks the machines of the example on this one for their state. */
import { connect } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMachines } from './machines.ts';

const PATIENCE_MS = 120_000;

/** A text with the addresses that the machines have on this one. */
export const here = (text: string) =>
  text.replaceAll('10.20.0.0/24', '127.0.0.0/8').replaceAll('10.20.0.', '127.20.0.');

/** The machines that run Carrel. */
export const nodes = () => readMachines().filter(({ services }) => services.includes('carrel'));

/** Waits until the condition holds; throws its description after two minutes. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await sleep(100);
  }
}

/** Machines whose Patroni confirms the role. */
async function withRole(role: 'primary' | 'synchronous'): Promise<string[]> {
  const databases = readMachines().filter(({ services }) => services.includes('patroni'));
  const answers = databases.map(async ({ name, address }) => {
    const status = await statusOf(`http://${here(address)}:8008/${role}`);
    return status === 200 ? [name] : [];
  });
  return (await Promise.all(answers)).flat();
}

/** Whether PostgreSQL has a synchronous standby. */
export async function hasStandby(): Promise<boolean> {
  return (await withRole('synchronous')).length === 1;
}

/** The machine of the primary; waits until there is one. */
export async function primary(): Promise<string> {
  let found: string[] = [];
  await until(async () => (found = await withRole('primary')).length === 1, 'there is one primary');
  return found[0] ?? '';
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status;
}

/** The machine of etcd's leader. */
export async function etcdLeader(): Promise<string> {
  for (const { name, address, services } of readMachines()) {
    if (!services.includes('etcd')) continue;
    const answer = await fetch(`http://${here(address)}:2379/v3/maintenance/status`, {
      method: 'POST',
      body: '{}',
      signal: AbortSignal.timeout(1000),
    }).catch(() => undefined);
    const status = (await answer?.json()) as { header?: { member_id: string }; leader?: string } | undefined;
    if (status?.header !== undefined && status.header.member_id === status.leader) return name;
  }
  throw new Error('etcd has no leader.');
}

/** Whether all nodes say that they are ready. */
export async function areReady(): Promise<boolean> {
  const answers = nodes().map(({ address }) => statusOf(`http://${here(address)}:8080/readyz`));
  return (await Promise.all(answers)).every((status) => status === 200);
}

/** The addresses of HAProxy for clients. */
export const publicAddresses = () => nodes().map(({ address }) => `https://${here(address)}`);

/** Whether the HAProxy that listens on each of these sockets for administrators sends requests to all nodes. */
export async function areReached(sockets: string[]): Promise<boolean> {
  const answers = await Promise.all(sockets.map((socket) => show(socket, 'stat').catch(() => '')));
  const isUp = (answer: string, name: string) => answer.split('\n').some((line) => isServerUp(line, name));
  return answers.every((answer) => nodes().every(({ name }) => isUp(answer, name)));
}

// Columns: proxy, server, 15 numbers, state.
function isServerUp(line: string, name: string): boolean {
  const columns = line.split(',');
  return columns[0] === 'carrel' && columns[1] === name && columns[17] === 'UP';
}

async function show(socket: string, what: string): Promise<string> {
  const connection = connect(socket);
  connection.end(`show ${what}\n`);
  return readText(connection);
}
