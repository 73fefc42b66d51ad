/** A service started by root: it runs as another user, and files that root created stay usable. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, link, lstat, mkdir, readFile, readdir, readlink, symlink, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { whenRendered } from '../../src/library/renditions/ready.fixture.ts';
import { attempts } from '../../src/platform/rendering/isolation/escape.fixture.ts';
import { without } from '../parts.ts';
import { selfSignedCertificate } from '../certificate.ts';
import { MAIN } from '../program.ts';
import { type Service, carrel, externalDatabase, startService, temporaryFolder } from './service.ts';

const run = promisify(execFile);
const skip = process.getuid?.() === 0 ? false : 'needs root';
const QUIET = '--disable-warning=ExperimentalWarning';
const SERVICE_USERS = new Set(['carrel', 'postgres', 'nobody']);

/** Fields of /proc/PID/status. */
function statusOf(text: string) {
  const field = (name: string) => new RegExp(`^${name}:[\\t ]*(.*)$`, 'm').exec(text)?.[1]?.trim().split(/\s+/) ?? [];
  const [uids, gids, groups] = [field('Uid'), field('Gid'), field('Groups')];
  const capabilities = ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb'].flatMap(field);
  return { uids, gids, groups, capabilities, noNewPrivs: field('NoNewPrivs') };
}

function assertOrdinary(text: string, what: string): void {
  const { uids, gids, groups, capabilities, noNewPrivs } = statusOf(text);
  assert.equal(uids.length, 4, what);
  assert.ok(![...uids, ...gids, ...groups].includes('0'), `${what} ${text}`);
  assert.deepEqual(new Set(capabilities), new Set(['0000000000000000']), what);
  assert.deepEqual(noNewPrivs, ['1'], what);
}

/**
 * The service's processes, except those in a user namespace of a sandbox: bubblewrap has privileges there while it sets the
 * sandbox up, which reach nothing outside, and does not see all folders. PostgreSQL's process for a connection may end meanwhile.
 */
async function outsideSandboxes(service: Service): Promise<{ pid: number; command: string; status: string }[]> {
  const own = await readlink('/proc/self/ns/user');
  const found = [];
  for (const { pid, command } of await service.processes()) {
    const [namespace, status] = await Promise.all([
      readlink(`/proc/${pid}/ns/user`).catch(() => null),
      readFile(`/proc/${pid}/status`, 'utf8').catch(() => null),
    ]);
    if (namespace === own && status !== null) found.push({ pid, command, status });
  }
  return found;
}

/** Paths below the folder that another user owns. */
async function notOf(folder: string, uid: number): Promise<string[]> {
  const { stdout } = await run('find', [folder, '!', '-uid', String(uid), '!', '-type', 'l']);
  return stdout.split('\n').filter((path) => path !== '');
}

async function ownerOf(path: string): Promise<number> {
  return (await lstat(path)).uid;
}

test('every process of a service started by root runs as an ordinary user without privileges', { skip }, async (t) => {
  const withoutJail = without('bwrap', 'perl');
  const isolation: Record<string, string> = withoutJail === false ? { RENDERER_ISOLATION: 'bubblewrap' } : {};
  const service = await startService(t, { ...(await withAttacker(t)), ...isolation });
  const checked: string[] = [];
  for (const { command, status } of await outsideSandboxes(service)) {
    assertOrdinary(status, command);
    checked.push(command);
  }
  const commands = checked.join('\n');
  for (const part of [/main\.js serve/, /api-process/, /worker-process/, /postgres -D/]) assert.match(commands, part);
  const uid = await ownerOf(service.dataDir);
  assert.deepEqual(await notOf(service.dataDir, uid), []);
  const { stdout } = await run('id', ['-un', String(uid)]);
  assert.ok(SERVICE_USERS.has(stdout.trim()), stdout);

  await t.test('its renderers do too, and a hijacked one reaches nothing', { skip: withoutJail }, async () => {
    const me = await service.admin.api('GET', '/api/users/me');
    const folderId = await service.admin.folder(me.body.PersonalLibraryId, 'Attack');
    const target = {
      files: ['secret.key', 'first-run.json', 'carrel.pid'].map((name) => join(service.dataDir, name)),
      other: join(service.dataDir, 'logs', 'postgres.log'),
      port: Number(new URL(service.url).port),
      socket: join(service.dataDir, 'postgres.run', '.s.PGSQL.5432'),
      pid: service.pid,
      mark: service.dataDir,
    };
    // The bytes of a video, followed by the escape attempts that the fake FFmpeg runs.
    const film = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom'), Buffer.from(attempts(target))]);
    const documentId = await service.admin.document(folderId, 'attack.mp4', film);
    const ask = () => service.admin.api('GET', `/api/documents/${documentId}/thumbnail`);
    const { bytes } = await whenRendered(ask);
    const [, told = ''] = bytes.toString('latin1').split('TOLD\n');
    assertOrdinary(told, 'the renderer');
    assert.deepEqual(told.split('SUCCEEDED\n')[1]?.split('\n'), ['END', '']);
  });
});

test(
  'RUN_AS sets the user, and data of root or another user is handed over without following links',
  { skip },
  async (t) => {
    const service = await startService(t, { RUN_AS: 'daemon' });
    const uid = await ownerOf(service.dataDir);
    const daemon = await run('id', ['-u', 'daemon']);
    assert.equal(uid, Number(daemon.stdout));
    assert.deepEqual(await notOf(service.dataDir, uid), []);
    const me = await service.admin.api('GET', '/api/users/me');
    const folderId = await service.admin.folder(me.body.PersonalLibraryId, 'Kept');
    const documentId = await service.admin.document(folderId, 'kept.txt', 'kept');
    await service.stop();
    const { dataDir } = service;
    await run('chown', ['-R', '-h', '0:0', dataDir]);
    await run('chown', ['-R', '-h', '65534:65534', join(dataDir, 'postgres')]);
    const outside = join(await temporaryFolder(t), 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'of root');
    await symlink(outside, join(dataDir, 'blobs', 'link'));
    await link(join(outside, 'file'), join(dataDir, 'blobs', 'name'));
    // As after an interruption.
    await chown(join(dataDir, 'logs'), uid, uid);

    const again = await startService(t, { DATA_DIR: dataDir });
    const content = await again.admin.api('GET', `/api/documents/${documentId}/content`);
    assert.deepEqual([content.status, content.text], [200, 'kept']);
    const uidNow = await ownerOf(dataDir);
    assert.notEqual(uidNow, 0);
    assert.deepEqual(await notOf(dataDir, uidNow), [join(dataDir, 'blobs', 'name')]);
    assert.deepEqual([await ownerOf(outside), await ownerOf(join(outside, 'file'))], [0, 0]);
    await again.stop();

    await startService(t, { DATA_DIR: dataDir, RUN_AS: 'daemon' });
    assert.deepEqual(await notOf(dataDir, uid), [join(dataDir, 'blobs', 'name')]);
  },
);

test('commands run by root leave nothing that the service cannot use', { skip }, async (t) => {
  const service = await startService(t);
  const env = { DATA_DIR: service.dataDir };
  const uid = await ownerOf(service.dataDir);
  await uploadOne(service);
  const closed = join(await temporaryFolder(t), 'closed');
  await mkdir(closed, { mode: 0o700 });
  await chmod(closed, 0o700);
  const commands = [
    ['token', 'create', '--email', 'admin@localhost'],
    ['doctor'],
    ['verify-blobs'],
    ['backup', join(closed, 'backup')],
    ['move-blobs', '--to', `file://${closed}/blobs`],
  ];
  for (const command of commands) assert.deepEqual([command, (await carrel(command, env)).code], [command, 0]);
  assert.deepEqual(await notOf(service.dataDir, uid), []);
  assert.deepEqual(await notOf(join(closed, 'blobs'), uid), []);
  assert.equal(await service.stop(), 0);
  assert.equal((await carrel(['backup', join(closed, 'backup')], env)).code, 0);
  assert.equal((await carrel(['verify-blobs'], env)).code, 0);
  assert.deepEqual(await notOf(service.dataDir, uid), []);

  const restored = { DATA_DIR: join(await temporaryFolder(t), 'data') };
  assert.equal((await carrel(['restore', join(closed, 'backup')], restored)).code, 0);
  assert.deepEqual(await notOf(restored.DATA_DIR, uid), []);
  const moved = await carrel(['verify-blobs'], { ...env, BLOB_URL: `file://${closed}/blobs` });
  assert.deepEqual([moved.code, moved.stderr], [0, '']);
});

test('a program in a folder that only root can enter can serve from there', { skip }, async (t) => {
  const home = join(await temporaryFolder(t), 'home');
  await mkdir(join(home, 'carrel'), { recursive: true });
  await chmod(home, 0o700);
  await writeFile(join(home, 'secret'), 'secret', { mode: 0o644 });
  const root = join(import.meta.dirname, '../..');
  const inside = `mount --bind ${root} ${home}/carrel && exec "$@"`;
  const launch = [
    'unshare',
    '--mount',
    'sh',
    '-c',
    inside,
    'sh',
    process.execPath,
    QUIET,
    `${home}/carrel/dist/main.js`,
  ];
  const service = await startService(t, { DATA_DIR: join(home, 'data') }, {}, launch);
  assert.equal((await service.admin.api('GET', '/api/users/me')).status, 200);
  const checked: string[] = [];
  for (const { pid, command, status } of await outsideSandboxes(service)) {
    const files = await readdir(`/proc/${pid}/root${home}`).catch(() => null);
    if (files === null) continue;
    assertOrdinary(status, command);
    assert.deepEqual(files.sort(), ['carrel', 'data']);
    checked.push(command);
  }
  for (const part of [/main\.js serve/, /api-process/, /worker-process/, /postgres -D/])
    assert.match(checked.join('\n'), part);
  assert.equal(await service.stop(), 0);
});

test('a setup that cannot run as another user is refused with one line and a remedy', { skip }, async (t) => {
  const closed = join(await temporaryFolder(t), 'closed');
  await mkdir(closed, { mode: 0o700 });
  const env = { ...(await externalDatabase(t)), DATA_DIR: join(closed, 'data') };
  // Root without the privilege to mount, as in a container.
  const launch = ['setpriv', '--bounding-set=-sys_admin', '--inh-caps=-all', process.execPath, QUIET, MAIN];
  const refused = async (more: Record<string, string>) => carrel(['serve'], { ...env, ...more }, {}, launch);
  const { code, stdout, stderr } = await refused({});
  assert.deepEqual([code, stdout], [1, '']);
  assert.match(stderr, /^carrel: Root runs Carrel as user "\w+", who cannot use [^\n]+ RUN_AS\n$/);
  assert.match((await refused({ RUN_AS: 'root' })).stderr, /^carrel: RUN_AS=root is root, and [^\n]+\n$/);
  assert.match(
    (await refused({ RUN_AS: 'no-one' })).stderr,
    /^carrel: RUN_AS=no-one is not a user in \/etc\/passwd\.\n$/,
  );
  const check = await carrel(['config', 'check'], { ...env, RUN_AS: 'no-one' });
  assert.deepEqual([check.code, check.stderr], [1, 'carrel: RUN_AS=no-one is not a user in /etc/passwd.\n']);
});

test('data and a TLS key in a folder that only root can enter are used', { skip }, async (t) => {
  const closed = join(await temporaryFolder(t), 'closed');
  await mkdir(closed, { mode: 0o700 });
  const { cert, key } = selfSignedCertificate();
  const [TLS_CERT, TLS_KEY] = [join(closed, 'cert.pem'), join(closed, 'key.pem')];
  await writeFile(TLS_CERT, cert, { mode: 0o600 });
  await writeFile(TLS_KEY, key, { mode: 0o600 });
  const service = await startService(t, { DATA_DIR: join(closed, 'data'), TLS_CERT, TLS_KEY });
  assert.match(service.url, /^https:/);
  const [ready] = (await once(get(`${service.url}/readyz`, { ca: cert }), 'response')) as [IncomingMessage];
  assert.equal(ready.resume().statusCode, 200);
  assert.equal(await service.stop(), 0);
});

test('a privileged port is refused with one line and a remedy', { skip }, async (t) => {
  // A network namespace of its own has the kernel's limit, whatever this machine allows.
  const inside = 'echo 1024 > /proc/sys/net/ipv4/ip_unprivileged_port_start && exec "$@"';
  const launch = ['unshare', '--net', 'sh', '-c', inside, 'sh', process.execPath, QUIET, MAIN];
  // The loopback device of the namespace is down, so the service listens on every address.
  const listener = { HOST: '0.0.0.0', TRUST_PROXY: 'true', PORT: '81' };
  const env = { DATA_DIR: join(await temporaryFolder(t), 'data'), ...listener };
  const { code, stderr } = await carrel(['serve'], env, {}, launch);
  assert.equal(code, 1);
  assert.match(stderr, /^carrel: PORT 81 requires privileges: [^\n]+ip_unprivileged_port_start=81\)\.\n$/);
});

async function uploadOne({ admin }: Service): Promise<void> {
  const me = await admin.api('GET', '/api/users/me');
  await admin.document(await admin.folder(me.body.PersonalLibraryId, 'F'), 'a.txt', 'content');
}

/** A PATH on which FFmpeg is a program that runs the Perl in the video and appends its results to the image. */
async function withAttacker(t: TestContext): Promise<Record<string, string>> {
  const folder = await temporaryFolder(t);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const script = `#!/bin/sh
for frame; do :; done; frame=\${frame#file:}
echo ${png.toString('base64')} | base64 -d > "$frame"
{ echo TOLD; cat /proc/self/status; echo SUCCEEDED; tail -c +25 input | perl; echo END; } >> "$frame" 2>&1
`;
  await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
  return { PATH: `${folder}${delimiter}${process.env['PATH']}` };
}
