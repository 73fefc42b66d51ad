/** A real clamd for tests with a single signature. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { until } from '../../../test/waiting.ts';
import { type ClamdPlace, clamdVersion } from './clamd.ts';

/** Content with these words is reported as malware. */
export const MALWARE = 'this content is malware for the tests of Carrel';
/** The maximum that this clamd accepts. */
export const STREAM_MAX_BYTES = 1024 * 1024;

export type TestClamd = {
  unix: ClamdPlace;
  tcp: ClamdPlace;
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Starts clamd for a test file; it stops with the file. */
export async function startClamd(): Promise<TestClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-clamd-'));
  const port = await freePort();
  const path = join(folder, 'clamd.sock');
  const [config, signatures] = [join(folder, 'clamd.conf'), join(folder, 'signatures')];
  await mkdir(signatures);
  await writeFile(join(signatures, 'carrel.ndb'), `Carrel.Test.Malware:0:*:${Buffer.from(MALWARE).toString('hex')}\n`);
  const lines = [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `LocalSocket ${path}`,
    'FixStaleSocket yes',
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `StreamMaxLength ${STREAM_MAX_BYTES}`,
    'MaxThreads 2',
    'User root',
  ];
  await writeFile(config, `${lines.filter((line) => line !== 'User root' || process.getuid?.() === 0).join('\n')}\n`);
  let end: (() => Promise<void>) | undefined;
  const server: TestClamd = {
    unix: { path },
    tcp: { host: '127.0.0.1', port },
    async start() {
      const program = existsSync('/usr/sbin/clamd') ? '/usr/sbin/clamd' : 'clamd';
      const child = spawn(program, ['-c', config], { stdio: 'ignore' });
      const exit = new Promise<void>((done) => child.once('exit', () => done()));
      end = async () => {
        child.kill('SIGKILL');
        await exit;
      };
      await until(() => clamdVersion({ path }).then(Boolean, () => false));
    },
    async stop() {
      await end?.();
      end = undefined;
    },
  };
  after(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await server.start();
  return server;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
