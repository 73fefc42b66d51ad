/**
 * A real S3 server for tests: Ceph with its object gateway on loopback, in a temporary folder, from the programs that
 * script/parts installs. Its processes exit with the test process and do not keep it running.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

export const CEPH_PROGRAMS = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph', 'radosgw-admin', 'setpriv'];

const OSD_BYTES = 8 * 1024 ** 3;
const PATIENCE_MS = 120_000;

export type Ceph = {
  /** `http://127.0.0.1:port`. */
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Runs `radosgw-admin`, which creates users, sets quotas and inspects buckets. */
  admin: (...args: string[]) => Promise<string>;
  gateways: Gateway[];
  /** Sets an option of the first running gateway. */
  configure: (option: string, value: string) => Promise<string>;
  killGateway(): Promise<void>;
  signalGateway(signal: 'SIGSTOP' | 'SIGCONT'): void;
  startGateway(): Promise<void>;
  /** Ends the cluster and removes its data. */
  stop: () => void;
};

export type Gateway = {
  /** `127.0.0.1:port`. */
  endpoint: string;
  /** Kills the gateway. Acknowledged data is kept. */
  kill: () => Promise<void>;
  /**
   * `SIGSTOP` stops the gateway without closing its connections, like an overloaded or unreachable server; `SIGCONT`
   * resumes it.
   */
  signal: (signal: NodeJS.Signals) => void;
  /** Starts or restarts the gateway and waits until it responds. */
  start: () => Promise<void>;
};

type Credentials = Ceph['credentials'];

/**
 * Starts the cluster, which runs until this process exits. It has no manager, which only reports and would use half of
 * the CPU.
 * @param endpoints addresses of the gateways; by default one, on a free port of loopback
 */
export async function startCeph(endpoints: string[] = [], given?: Credentials, parentFolder = tmpdir()): Promise<Ceph> {
  const folder = await mkdtemp(join(parentFolder, 'carrel-ceph-'));
  if (endpoints.length === 0) endpoints.push(`127.0.0.1:${await freePort()}`);
  const cluster: Cluster = { folder, running: new Set(), endpoints };
  process.once('exit', () => discard(cluster));
  await startCluster(cluster);
  const credentials = given ?? { accessKeyId: 'carrel-test', secretAccessKey: randomBytes(20).toString('hex') };
  const admin = (...args: string[]) => ceph(cluster, 'radosgw-admin', ...args);
  const gateways = endpoints.map((endpoint, index) => defineGateway(cluster, endpoint, index));
  // One after the other: the first creates the pools.
  for (const gateway of gateways) await gateway.start();
  const [first] = gateways as [Gateway];
  const keys = [`--access-key=${credentials.accessKeyId}`, `--secret-key=${credentials.secretAccessKey}`];
  await admin('user', 'create', '--uid=carrel', '--display-name=carrel', ...keys);
  return {
    endpoint: `http://${first.endpoint}`,
    credentials,
    admin,
    gateways,
    configure: (...option) =>
      ceph(cluster, 'ceph', '--admin-daemon', join(cluster.folder, 'client.rgw.a.asok'), 'config', 'set', ...option),
    killGateway: first.kill,
    signalGateway: first.signal,
    startGateway: first.start,
    stop: () => discard(cluster),
  };
}

type Cluster = { folder: string; running: Set<ChildProcess>; endpoints: string[] };

async function startCluster(cluster: Cluster): Promise<void> {
  const { folder } = cluster;
  const [monitor, osd] = [join(folder, 'mon'), join(folder, 'osd')];
  await Promise.all([monitor, osd].map((path) => mkdir(path)));
  const [fsid, osdId, address] = [randomUUID(), randomUUID(), `v2:127.0.0.1:${await freePort()}`];
  await writeFile(join(folder, 'ceph.conf'), configuration(cluster, fsid, address));
  const map = join(folder, 'monmap');
  await run(cluster, 'monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[${address}]`, map);
  await ceph(cluster, 'ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '--mon-data', monitor);
  start(cluster, 'ceph-mon', '-i', 'a', '--mon-data', monitor);
  await ceph(cluster, 'ceph', 'osd', 'new', osdId);
  await writeFile(join(osd, 'block'), '');
  await truncate(join(osd, 'block'), OSD_BYTES);
  await ceph(cluster, 'ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osdId, '--osd-data', osd);
  start(cluster, 'ceph-osd', '-i', '0', '--osd-data', osd);
  await ceph(cluster, 'ceph', 'osd', 'crush', 'add', 'osd.0', '1', 'root=default', 'host=h1');
}

function configuration({ folder, endpoints }: Cluster, fsid: string, address: string): string {
  return `[global]
fsid = ${fsid}
mon host = ${address}
mon initial members = a
public addr = 127.0.0.1
cluster addr = 127.0.0.1
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pgp num = 8
osd pool default pg autoscale mode = off
mon allow pool size one = true
mon max pg per osd = 1000
osd crush chooseleaf type = 0
bluestore block size = ${OSD_BYTES}
osd memory target = 939524096
ms bind msgr1 = false
run dir = ${folder}
admin socket = ${folder}/$name.asok
log file = ${folder}/$name.log
crash dir = ${folder}
rgw data = ${folder}
${endpoints.map(gatewayConfiguration).join('')}`;
}

const nameOf = (index: number) => `client.rgw.${String.fromCharCode(97 + index)}`;

const gatewayConfiguration = (endpoint: string, index: number) => `[${nameOf(index)}]
rgw frontends = beast endpoint=${endpoint} tcp_nodelay=1
ms mon client mode = crc
rgw dns name = localhost
`;

function defineGateway(cluster: Cluster, endpoint: string, index: number): Gateway {
  let gateway: ChildProcess | undefined;
  return {
    endpoint,
    kill: async () => gateway && end(gateway),
    signal: (signal) => void gateway?.kill(signal),
    start: async () => {
      gateway = start(cluster, 'radosgw', '-n', nameOf(index));
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        const answer = await fetch(`http://${endpoint}`).catch(() => undefined);
        if (answer?.ok === true) return;
        if (Date.now() > deadline || gateway.exitCode !== null) throw new Error('The gateway does not answer.');
        await sleep(100);
      }
    },
  };
}

/** A server in the foreground. The kernel kills it when this process is killed. */
function start(cluster: Cluster, program: string, ...args: string[]): ChildProcess {
  const command = ['--pdeathsig', 'KILL', program, '-f', '-c', join(cluster.folder, 'ceph.conf'), ...args];
  const child = spawn('setpriv', command, { stdio: 'ignore' });
  child.unref();
  cluster.running.add(child);
  return child;
}

async function ceph(cluster: Cluster, program: string, ...args: string[]): Promise<string> {
  return run(cluster, program, '-c', join(cluster.folder, 'ceph.conf'), ...args);
}

async function run(cluster: Cluster, program: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: cluster.folder, timeout: PATIENCE_MS });
  return stdout;
}

function discard({ folder, running }: Cluster): void {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('The system gave no port.');
  return address.port;
}
