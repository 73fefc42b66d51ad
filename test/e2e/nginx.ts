/** A real nginx in front of the service, with the server block of docs/operations/proxy.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { selfSignedCertificate } from '../certificate.ts';
import { defer, ended, until } from './service.ts';

const OPERATIONS = resolve(import.meta.dirname, '../../docs/operations/proxy.md');

export type ProxyAnswer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

export type Nginx = {
  port: number;
  /** Sends requests to nginx over TLS on kept-alive connections. */
  ask: (method: string, path: string, headers?: Record<string, string>, body?: Uint8Array) => Promise<ProxyAnswer>;
  /** The same for a streaming response: its text as it arrives. */
  watch: (path: string, headers: Record<string, string>) => Promise<AsyncIterable<string>>;
  /** nginx's error log. */
  complaints: () => string;
  /** The access log. */
  accessLog: () => Promise<string>;
};

/**
 * Starts nginx in front of the service at `url` whose stored files are in `blobFolder`. As root its workers are
 * `nobody`.
 */
export async function startNginx(t: TestContext, { url, blobFolder }: { url: string; blobFolder: string }) {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-nginx-'));
  await chmod(folder, 0o711);
  defer(t, () => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const { cert, key } = selfSignedCertificate();
  await Promise.all([writeFile(join(folder, 'cert.pem'), cert), writeFile(join(folder, 'key.pem'), key)]);
  await mkdir(join(folder, 'temp'));
  await writeFile(join(folder, 'nginx.conf'), await configuration({ folder, port, url, blobFolder }));
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', 'nginx.conf'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  defer(t, async () => {
    child.kill('SIGTERM');
    await ended(child);
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${printed}`);
    return listens(port);
  }, 'nginx listens');
  const agent = new Agent({ keepAlive: true, ca: cert });
  defer(t, async () => agent.destroy());
  const ask: Nginx['ask'] = (method, path, headers = {}, body) =>
    send({ method, path, headers, agent, host: '127.0.0.1', port }, body);
  const watch: Nginx['watch'] = async (path, headers) =>
    (await open({ path, headers, agent, host: '127.0.0.1', port })).setEncoding('utf8');
  const accessLog = () => readFile(join(folder, 'access.log'), 'utf8');
  return { port, ask, watch, complaints: () => printed, accessLog } satisfies Nginx;
}

// The documented server block, with the paths of the test.
async function configuration(place: { folder: string; port: number; url: string; blobFolder: string }) {
  const [, block = ''] = /```nginx\n([^]*?)```/.exec(await readFile(OPERATIONS, 'utf8')) ?? [];
  const replacements = {
    'listen 443 ssl;': `listen 127.0.0.1:${place.port} ssl;`,
    '/etc/ssl/files.example.com.pem': `${place.folder}/cert.pem`,
    '/etc/ssl/files.example.com.key': `${place.folder}/key.pem`,
    'http://127.0.0.1:8080': place.url,
    '/srv/carrel/blobs/': `${place.blobFolder}/`,
    '/var/log/nginx/carrel.log': `${place.folder}/access.log`,
    '/var/log/nginx/carrel-error.log': 'stderr',
  };
  let server = block;
  for (const [printed, ours] of Object.entries(replacements)) {
    if (!server.includes(printed)) throw new Error(`docs/operations/proxy.md has no ${printed} for nginx any more.`);
    server = server.replace(printed, ours);
  }
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((of) => `${of}_temp_path temp/${of};`);
  return [
    process.getuid?.() === 0 ? 'user nobody nogroup;' : '',
    'daemon off; pid nginx.pid; error_log stderr; worker_processes 1; events {}',
    `http { access_log off; ${temporary.join(' ')}\n${server}}`,
  ].join('\n');
}

async function send(options: RequestOptions, body: Uint8Array | undefined): Promise<ProxyAnswer> {
  const length = body === undefined ? {} : { 'content-length': body.byteLength };
  const answer = await open(
    { ...options, headers: { ...(options.headers as Record<string, string>), ...length } },
    body,
  );
  return { status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(await answer.toArray()) };
}

async function open(options: RequestOptions, body?: Uint8Array): Promise<IncomingMessage> {
  const sent = request(options);
  sent.end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  );
  socket.destroy();
  return isOpen;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
