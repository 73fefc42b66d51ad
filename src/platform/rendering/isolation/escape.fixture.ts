/**
 * Escape attempts of a program taken over by a hostile document. Run as `escape.fixture.ts <level>`, this is a service
 * with files and processes of its own that runs the attempts in place of the renderer and prints the names of those
 * that succeeded.
 */
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type Server, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runConfined } from './confine.ts';
import { findIsolation } from './isolation.ts';
import type { Level } from './levels.ts';
import { inPrivateFolder } from '../workspace.ts';

/** Resources of the attacked service. */
export type Target = { files: string[]; other: string; port: number; socket: string; pid: number; mark: string };

/** System call numbers. */
const CALLS = process.arch === 'arm64' ? [40, 97, 117, 219] : [165, 272, 101, 250];

/** A Perl program (part of every Debian) that prints the name of each successful attempt. */
export function attempts({ files, other, port, socket, pid, mark }: Target): string {
  const [mount, unshare, ptrace, keyctl] = CALLS;
  const source = resolve(import.meta.dirname, 'escaped.tmp');
  return `
sub try { my ($name, $do) = @_; print "$name\\n" if $do->(); }
sub apart { my ($do) = @_; my $pid = fork; exit($do->() ? 7 : 0) if $pid == 0; waitpid($pid, 0); return $? >> 8 == 7; }
sub holds { my ($path, $text) = @_; open(my $f, '<', $path) or return 0; local $/; return index(<$f>, $text) >= 0; }
sub anywhere { my ($name, $text) = @_; for (glob("/proc/[0-9]*/$name")) { m!/proc/(\\d+)/!; return 1 if $1 != $$ && holds($_, $text); } return 0; }
${files.map((file, index) => `try('read file ${index}', sub { open(my $f, '<', '${file}') });`).join('\n')}
try('read the file of another rendering', sub { open(my $f, '<', '${other}') });
try('write to the sources', sub { open(my $f, '>', '${source}') && unlink('${source}') });
try('read /etc/shadow', sub { open(my $f, '<', '/etc/shadow') });
try('read /etc/passwd', sub { open(my $f, '<', '/etc/passwd') });
try('open core_pattern for writing', sub { open(my $f, '+<', '/proc/sys/kernel/core_pattern') });
try('connect by TCP', sub { socket(S, 2, 1, 0) && connect(S, pack('S n C4 x8', 2, ${port}, 127, 0, 0, 1)) });
try('connect to a Unix socket', sub { socket(S, 1, 1, 0) && connect(S, pack('S a*', 1, "${socket}\\0")) });
try('see the service', sub { anywhere('cmdline', '${mark}') });
try('read its environment', sub { anywhere('environ', '${mark}') });
try('signal the service', sub { kill(0, ${pid}) });
try('mount', sub { apart(sub { my @a = ('none', '/tmp', 'tmpfs'); syscall(${mount}, $a[0], $a[1], $a[2], 0, 0) == 0 }) });
try('make a user namespace', sub { apart(sub { syscall(${unshare}, 0x10000000) == 0 }) });
try('gain a capability', sub { holds('/proc/self/status', 'CapEff:') && !holds('/proc/self/status', "CapEff:\\t0000000000000000") });
try('use ptrace', sub { apart(sub { syscall(${ptrace}, 0, 0, 0, 0) == 0 }) });
try('use keyctl', sub { syscall(${keyctl}, 0, -3, 1) > 0 });
try('open a socket of another family', sub { socket(S, 16, 3, 0) });
try('write outside of its folder', sub { grep { open(my $f, '>', "$_/escaped.tmp") && unlink("$_/escaped.tmp") } '/', '/usr', '/var', '/dev', '/etc' });
`;
}

const MIB = 1024 * 1024;
const BOUNDS = { timeMs: 20_000, memoryBytes: 512 * MIB, dataBytes: 512 * MIB, fileBytes: MIB, processes: 64 };

async function attack(atMost: Level, mark: string): Promise<{ level: Level; succeeded: string[] }> {
  const data = await mkdtemp(join(tmpdir(), 'carrel-escape-'));
  const files = [join(data, 'secret.key'), join(data, 'first-run.json'), join(data, 'blobs', 'blob')];
  await mkdir(join(data, 'blobs'));
  for (const file of files) await writeFile(file, 'secret', { mode: 0o600 });
  const tcp = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1');
  const local = createServer((socket) => void socket.destroy()).listen(join(data, 'socket'));
  await Promise.all([tcp, local].map((server: Server) => once(server, 'listening')));
  const { port } = tcp.address() as AddressInfo;
  const signal = new AbortController().signal;
  try {
    return await inPrivateFolder(async (neighbor) => {
      await writeFile(join(neighbor, 'input'), 'secret');
      const target = {
        files,
        other: join(neighbor, 'input'),
        port,
        socket: join(data, 'socket'),
        pid: process.pid,
        mark,
      };
      const isolation = await findIsolation({ hidden: [data], programFolders: ['/usr/bin'], programs: {}, atMost });
      return inPrivateFolder(async (folder) => {
        await writeFile(join(folder, 'attempts.pl'), attempts(target));
        const command = ['/bin/sh', '-c', 'perl attempts.pl > succeeded'];
        const { code, output } = await runConfined(command, { folder, bounds: BOUNDS, isolation, signal });
        if (code !== 0) throw new Error(`the attempts ended with ${code}: ${output}`);
        const printed = await readFile(join(folder, 'succeeded'), 'utf8');
        return { level: isolation.level, succeeded: printed.split('\n').filter((line) => line !== '') };
      });
    });
  } finally {
    for (const server of [tcp, local]) server.close();
    await rm(data, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const [level = '', mark = ''] = process.argv.slice(2);
  process.stdout.write(JSON.stringify(await attack(level as Level, mark)));
}
