/**
 * All machines of the example on this one, as root: each has an address of 127.20.0.0/24 and a folder in place of its
 * disk. Their files are those of the example; only addresses and paths are changed.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { type Gateway, startCeph } from '../../src/platform/blobs/s3/ceph.fixture.ts';
import { openBucket } from '../../src/platform/blobs/s3/bucket.ts';
import { type Machine, readMachines, writeFiles } from './machines.ts';
import { type Part, definePart, processesOf, send } from './part.ts';

export const FOLDER = '/tmp/carrel-several';
const ROOT = resolve(import.meta.dirname, '../..');
const PATIENCE_MS = 120_000;
/** Folders that packages or units make on a real machine, with their owner. */
const FOLDERS: [path: string, owner: string][] = [
  ['var/lib/etcd', 'etcd'],
  ['var/lib/postgresql', 'postgres'],
  ['var/lib/pgbouncer', 'postgres'],
  ['var/lib/carrel', 'nobody'],
  ['var/log/pgbackrest', 'postgres'],
  ['var/log/pgbouncer', 'postgres'],
  ['run/haproxy', 'haproxy'],
];

export type Machines = {
  /** `node-1/carrel`, `db-2/patroni`, `gateway-1`, … */
  part: (name: string) => Part;
  parts: Part[];
  /** `https://127.20.0.21`, the address of the HAProxy of each node. */
  addresses: string[];
  /** A token of the site admin of the first deployment. */
  token: string;
  /** Name of the machine whose PostgreSQL is the primary. */
  primary: () => Promise<string>;
  /** Name of the machine of etcd's leader. */
  etcdLeader: () => Promise<string>;
  /** Whether both nodes are ready and PostgreSQL has a synchronous standby. */
  areWell: () => Promise<boolean>;
  /** The path of a file of a machine. */
  pathOn: (machine: string, path: string) => string;
  /** Makes a node run another checkout from its next start on. */
  install: (machine: string, checkout: string) => void;
  down: () => Promise<void>;
};

export type Options = {
  /** The checkout that the nodes run at first; this one by default. */
  checkout?: string;
  /** Further variables of Carrel, by node. */
  env?: Record<string, Record<string, string>>;
  /** Puts PgBouncer between Carrel and HAProxy. */
  isPooled?: boolean;
  say?: (line: string) => void;
};

/** Starts everything on empty disks and returns when it serves requests. */
export async function up({ checkout = ROOT, say = () => {}, ...options }: Options = {}): Promise<Machines> {
  await endLeftovers();
  prepareDisks(checkout);
  const parts = readMachines().flatMap((machine) => partsOf(machine, options));
  const startAll = (...services: string[]) => partsWith(parts, services).forEach((part) => part.start());
  const ceph = await startGateways();
  say('Ceph runs');
  const down = async () => {
    for (const service of ['carrel', 'pgbouncer', 'haproxy', 'patroni', 'etcd']) {
      await Promise.all(partsWith(parts, [service]).map((part) => part.stop()));
    }
    ceph.stop();
    await endLeftovers();
  };
  try {
    startAll('etcd', 'patroni', 'haproxy', 'pgbouncer');
    await until(hasStandby, 'there is a synchronous standby');
    createStanza(await primary());
    say('etcd, Patroni and HAProxy run, and PostgreSQL has a synchronous standby');
    startAll('carrel');
    await until(areReady, 'both nodes are ready');
    await until(areReached, 'HAProxy has noticed it');
    say('Carrel runs');
    return { ...describe([...parts, ...ceph.gateways]), down };
  } catch (error) {
    await down();
    throw error;
  }
}

function describe(parts: Part[]): Omit<Machines, 'down'> {
  return {
    part(name) {
      const found = parts.find((one) => one.name === name);
      if (found === undefined) throw new Error(`There is no ${name}.`);
      return found;
    },
    parts,
    addresses: publicAddresses(),
    token: readToken(),
    primary,
    etcdLeader,
    areWell: async () => (await areReady()) && (await hasStandby()),
    pathOn: (machine, path) => join(FOLDER, machine, path),
    install,
  };
}

const partsWith = (parts: Part[], services: string[]) =>
  parts.filter(({ name }) => services.some((service) => name.endsWith(`/${service}`)));

/** Ends the processes of an earlier run. */
export async function endLeftovers(): Promise<void> {
  send(await processesOf(undefined, `${FOLDER}/`), 'SIGKILL');
  // Processes of Carrel have the folder in their environment only.
  const owned = globSync('/proc/[0-9]*/environ').filter((path) => isOwned(path));
  send(
    owned.map((path) => Number(path.split('/')[2])).filter((pid) => pid !== process.pid),
    'SIGKILL',
  );
}

function isOwned(path: string): boolean {
  try {
    return readFileSync(path, 'utf8').includes(`DATA_DIR=${FOLDER}/`);
  } catch {
    return false; // It has exited.
  }
}

/** Waits until the condition holds; throws its description after two minutes. */
export async function until(holds: () => Promise<boolean> | boolean, what: string): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await sleep(100);
  }
}

const here = (text: string) => text.replaceAll('10.20.0.0/24', '127.0.0.0/8').replaceAll('10.20.0.', '127.20.0.');

const nodes = () => readMachines().filter(({ services }) => services.includes('carrel'));

function prepareDisks(checkout: string): void {
  rmSync(FOLDER, { recursive: true, force: true });
  for (const machine of readMachines()) prepareDisk(machine, checkout);
  const shared = join(FOLDER, 'srv/pgbackrest');
  mkdirSync(shared, { recursive: true });
  execFileSync('chown', ['postgres:', shared]);
}

function prepareDisk(machine: Machine, checkout: string): void {
  const root = join(FOLDER, machine.name);
  const onThisDisk = (text: string) =>
    text.replace(/(?<![\w.-])\/(etc|var|run|opt)\//g, `${root}/$1/`).replaceAll('/srv/', `${FOLDER}/srv/`);
  writeFiles({ ...machine, services: [...machine.services, 'pgbouncer', 'pgbackrest'] }, root, (text) =>
    here(onThisDisk(text)),
  );
  for (const [path, owner] of FOLDERS) {
    mkdirSync(join(root, path), { recursive: true });
    execFileSync('chown', [`${owner}:`, join(root, path)]);
  }
  for (const path of ['var/lib/etcd', 'var/lib/carrel']) chmodSync(join(root, path), 0o700);
  install(machine.name, checkout);
  if (machine.services.includes('haproxy')) createCertificate(join(root, 'etc/haproxy/carrel.pem'));
}

function install(machine: string, checkout: string): void {
  const link = join(FOLDER, machine, 'opt/carrel');
  mkdirSync(join(link, '..'), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(checkout, link);
}

function createCertificate(path: string): void {
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=files.example.com'.split(' ');
  execFileSync('openssl', [...request, '-keyout', path, '-out', `${path}.crt`], { stdio: 'ignore' });
  execFileSync('sh', ['-c', `cat ${path}.crt >> ${path} && rm ${path}.crt`]);
}

function partsOf(machine: Machine, { env = {}, isPooled = false }: Options): Part[] {
  const { name, services, address } = machine;
  const root = join(FOLDER, name);
  const isNode = services.includes('carrel');
  return [...services, ...(isPooled && isNode ? ['pgbouncer'] : [])].map((service) =>
    definePart({
      name: `${name}/${service}`,
      unit: join(root, `etc/systemd/system/${service}.service`),
      log: join(root, `${service}.log`),
      ...(service === 'patroni' ? { marker: join(root, 'var/lib/postgresql') } : {}),
      ...(service === 'carrel' ? { env: { ...(isPooled ? pooled(here(address)) : {}), ...env[name] } } : {}),
    }),
  );
}

const pooled = (address: string) => ({
  DATABASE_URL: `postgres://carrel:change-this-carrel@${address}:6432/carrel?prepare=false`,
});

// The credentials are those that the nodes have.
async function startGateways(): Promise<{ gateways: Part[]; stop: () => void }> {
  const [node = { name: '' }] = nodes();
  const settings = readFileSync(join(FOLDER, node.name, 'etc/carrel/carrel.env'), 'utf8');
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(settings)?.[1] ?? '';
  const credentials = { accessKeyId: value('AWS_ACCESS_KEY_ID'), secretAccessKey: value('AWS_SECRET_ACCESS_KEY') };
  const ceph = await startCeph(['127.20.0.31:7480', '127.20.0.32:7480'], credentials, FOLDER);
  const place = { bucket: 'carrel', prefix: '', endpoint: ceph.endpoint, region: 'us-east-1', credentials };
  const { client } = openBucket(place);
  await client.send(new CreateBucketCommand({ Bucket: place.bucket }));
  client.destroy();
  const gateways = ceph.gateways.map((gateway, index) => gatewayPart(gateway, `gateway-${index + 1}`));
  return { gateways, stop: ceph.stop };
}

function gatewayPart(gateway: Gateway, name: string): Part {
  const start = () => void gateway.start();
  return {
    name,
    exits: () => 0,
    pids: async () => [],
    start,
    stop: () => gateway.kill(),
    signal: async (signal) => gateway.signal(signal),
    lose: async (awayMs) => {
      await gateway.kill();
      setTimeout(start, awayMs);
    },
  };
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

async function hasStandby(): Promise<boolean> {
  return (await withRole('synchronous')).length === 1;
}

async function primary(): Promise<string> {
  let found: string[] = [];
  await until(async () => (found = await withRole('primary')).length === 1, 'there is one primary');
  return found[0] ?? '';
}

async function statusOf(url: string): Promise<number | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.status;
}

async function etcdLeader(): Promise<string> {
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

// pgBackRest archives from the start on: without its stanza, PostgreSQL would keep all of its log.
function createStanza(machine: string): void {
  const config = join(FOLDER, machine, 'etc/pgbackrest.conf');
  const command = ['-u', 'postgres', '--', 'pgbackrest', `--config=${config}`, '--stanza=carrel', 'stanza-create'];
  execFileSync('runuser', command, { cwd: '/', stdio: 'inherit' });
}

async function areReady(): Promise<boolean> {
  const answers = nodes().map(({ address }) => statusOf(`http://${here(address)}:8080/readyz`));
  return (await Promise.all(answers)).every((status) => status === 200);
}

const publicAddresses = () => nodes().map(({ address }) => `https://${here(address)}`);

async function areReached(): Promise<boolean> {
  const answers = publicAddresses().map(async (address) => {
    // Its certificate was made for the example.
    const asked = get(`${address}/readyz`, {
      rejectUnauthorized: false,
      agent: false,
      signal: AbortSignal.timeout(1000),
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  });
  return (await Promise.all(answers).catch(() => [503])).every((status) => status === 200);
}

// The node that created the first deployment has it.
function readToken(): string {
  const files = nodes().map(({ name }) => join(FOLDER, name, 'var/lib/carrel/first-run.json'));
  const file = files.find((path) => existsSync(path));
  if (file === undefined) throw new Error('No node has first-run.json.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { Token: string }).Token;
}
