/**
 * All machines of the example on this one, as root: each has an address of 127.20.0.0/24 and a folder in place of its
 * disk. Their files are those of the example; only addresses and paths are changed.
 */
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { type Gateway, startCeph } from '../../src/platform/blobs/s3/ceph.fixture.ts';
import { openBucket } from '../../src/platform/blobs/s3/bucket.ts';
import { type Machine, readMachines, writeFiles } from './machines.ts';
import { type Part, definePart, processesOf, send } from './part.ts';
import {
  areReached,
  areReady,
  etcdLeader,
  hasStandby,
  here,
  nodes,
  primary,
  publicAddresses,
  until,
} from './states.ts';

export const FOLDER = '/tmp/carrel-several';
const ROOT = resolve(import.meta.dirname, '../..');
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
  /** Whether both nodes are ready, each HAProxy has noticed it, and PostgreSQL has a synchronous standby. */
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
    await until(areReachedHere, 'HAProxy has noticed it');
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
    areWell: async () => (await areReady()) && (await areReachedHere()) && (await hasStandby()),
    pathOn: (machine, path) => join(FOLDER, machine, path),
    install,
  };
}

const partsWith = (parts: Part[], services: string[]) =>
  parts.filter(({ name }) => services.some((service) => name.endsWith(`/${service}`)));

const areReachedHere = () => areReached(nodes().map(({ name }) => join(FOLDER, name, 'run/haproxy/admin.sock')));

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

// pgBackRest archives from the start on: without its stanza, PostgreSQL would keep all of its log.
function createStanza(machine: string): void {
  const config = join(FOLDER, machine, 'etc/pgbackrest.conf');
  const command = ['-u', 'postgres', '--', 'pgbackrest', `--config=${config}`, '--stanza=carrel', 'stanza-create'];
  execFileSync('runuser', command, { cwd: '/', stdio: 'inherit' });
}

// The node that created the first deployment has it.
function readToken(): string {
  const files = nodes().map(({ name }) => join(FOLDER, name, 'var/lib/carrel/first-run.json'));
  const file = files.find((path) => existsSync(path));
  if (file === undefined) throw new Error('No node has first-run.json.');
  return (JSON.parse(readFileSync(file, 'utf8')) as { Token: string }).Token;
}
