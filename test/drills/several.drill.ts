/**
 * Two nodes, PostgreSQL under Patroni, HAProxy and Ceph (deploy/several-machines) under 500 acknowledged writes a minute, while
 * one part after the other is killed, or frozen and resumed. Bounds hold for all clients together and for each one: its writes
 * fail or wait only while the lost part has not been noticed. `script/drill several`
 */
import { test } from 'node:test';
import { type Machines, up } from '../../deploy/several-machines/one-machine.ts';
import { type Fault, close, say, suffer } from './several/faults.ts';
import { startLoad } from './several/load.ts';

const PER_MINUTE = 500;
const AWAY_MS = 10_000;
/** Each client waits this long for an answer of a frozen part. */
const CLIENT_WAIT_MS = 10_000;
const { ONLY = '' } = process.env;

test('kill -9 of any one part', { timeout: 1_200_000 }, (t) => drill(t.name, killing));
test('freeze of any one part', { timeout: 1_200_000 }, (t) => drill(t.name, freezing));

async function drill(name: string, faultsOf: (machines: Machines) => Fault[]): Promise<void> {
  if (!name.includes(ONLY)) return;
  const machines = await up({ say });
  try {
    await sufferAll(machines, name, faultsOf(machines));
  } finally {
    await machines.down();
  }
}

async function sufferAll(machines: Machines, name: string, faults: Fault[]): Promise<void> {
  const load = await startLoad(machines, PER_MINUTE);
  try {
    const results = [];
    for (const fault of faults) results.push(await suffer(machines, load, fault));
    say(`${name}: ${await close(load, results)}`);
  } finally {
    await load.stop();
  }
}

function killing({ part, primary, etcdLeader }: Machines): Fault[] {
  const lose = (name: string, boundMs = 2000): Fault => ({
    name: `kill of ${name}`,
    strike: () => part(name).lose(AWAY_MS),
    boundMs,
    watchMs: 15_000,
  });
  const loseDatabase = (times: string, awayMs: number): Fault => ({
    name: `kill of the PostgreSQL primary and its Patroni, ${times}`,
    strike: async () => part(`${await primary()}/patroni`).lose(awayMs),
    boundMs: 30_000,
    watchMs: 40_000,
  });
  const stopDatabase = (): Fault => {
    let stopped = '';
    return {
      name: 'planned stop of the PostgreSQL primary and its Patroni',
      strike: async () => part((stopped = `${await primary()}/patroni`)).stop(),
      mend: async () => part(stopped).start(),
      boundMs: 30_000,
      watchMs: 35_000,
    };
  };
  return [
    lose('node-1/carrel'),
    lose('node-2/carrel'),
    loseDatabase('which come back at once', 1000),
    loseDatabase('which stay away', 25_000),
    loseDatabase('which stay away again', 25_000),
    stopDatabase(),
    {
      // Patroni checks every two seconds.
      ...lose('the PostgreSQL standby and its Patroni', 4000),
      strike: async () => part(`${await standby(primary)}/patroni`).lose(AWAY_MS),
      watchMs: 25_000,
    },
    { ...lose('the leader of etcd'), strike: async () => part(`${await etcdLeader()}/etcd`).lose(AWAY_MS) },
    lose('gateway-1'),
    lose('node-1/haproxy'),
  ];
}

function freezing({ part, primary, etcdLeader }: Machines): Fault[] {
  const freeze = (name: string, nameNow = async () => name): Fault => {
    let frozen = '';
    return {
      name: `freeze of ${name}`,
      strike: async () => part((frozen = await nameNow())).signal('SIGSTOP'),
      mend: () => part(frozen).signal('SIGCONT'),
      boundMs: 15_000,
      clientBoundMs: 15_000 + CLIENT_WAIT_MS,
      watchMs: 30_000,
    };
  };
  return [
    freeze('node-1/carrel'),
    freeze('the PostgreSQL primary and its Patroni', async () => `${await primary()}/patroni`),
    freeze('the PostgreSQL standby and its Patroni', async () => `${await standby(primary)}/patroni`),
    freeze('the leader of etcd', async () => `${await etcdLeader()}/etcd`),
    freeze('gateway-1'),
    freeze('node-1/haproxy'),
  ];
}

async function standby(primary: Machines['primary']): Promise<string> {
  return (await primary()) === 'db-1' ? 'db-2' : 'db-1';
}
