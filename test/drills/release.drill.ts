/**
 * Two builds of a release have the same bytes, and the archive and the Debian package run on a clean Debian without a network.
 * `script/drill release`, with everything committed
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { checkOut } from './previous/check-out.ts';
import { say } from './several/faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** From the start of the program to an answer of /readyz. */
const READY_MS = 30_000;

const work = mkdtempSync(join(tmpdir(), 'carrel-release-'));
chmodSync(work, 0o755);
after(() => rmSync(work, { recursive: true, force: true }));

const run = (file: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) =>
  execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options });

function build(checkout: string, name: string): string {
  const out = join(work, name);
  const commitTime = run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }).trim();
  run(join(checkout, 'script/release'), [out], { env: { ...process.env, SOURCE_DATE_EPOCH: commitTime } });
  return out;
}

test('two builds in different folders have the same bytes', { timeout: 1_800_000 }, () => {
  const other = checkOut('HEAD');
  try {
    const sums = [build(ROOT, 'first'), build(other.folder, 'second')].map((out) =>
      readFileSync(join(out, 'SHA256SUMS'), 'utf8'),
    );
    say(sums[0] ?? '');
    assert.equal(sums[0], sums[1]);
  } finally {
    other.remove();
  }
});

for (const [form, install] of [
  [
    'tar.gz',
    'mkdir /opt/carrel && tar -xzf "$file" -C /opt/carrel --strip-components=1 && ln -s /opt/carrel/bin/carrel /usr/bin/carrel && useradd --system carrel && install -d -o carrel /var/lib/carrel',
  ],
  ['deb', 'dpkg -i "$file" >/dev/null'],
] as const) {
  test(`the ${form} runs on a clean Debian without a network`, { timeout: 1_800_000 }, () => {
    const debian = join(work, form);
    run('debootstrap', ['--variant=minbase', 'bookworm', debian]);
    const name = readdirSync(join(work, 'first')).find((file) => file.endsWith(form)) ?? '';
    copyFileSync(join(work, 'first', name), join(debian, 'tmp', name));
    copyFileSync(join(import.meta.dirname, 'release/try.sh'), join(debian, 'tmp/try.sh'));
    // Mounts and network end with the command.
    const inside =
      'ip link set lo up; mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; exec chroot "$1" sh /tmp/try.sh "$2" "$3"';
    const output = run('unshare', [
      '--net',
      '--mount',
      '--pid',
      '--fork',
      'sh',
      '-c',
      inside,
      'sh',
      debian,
      `/tmp/${name}`,
      install,
    ]);
    const { ready, memory, installed } = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>;
    say(`${form}: installed after ${installed} ms, ready after ${ready} ms; ${memory} MB of memory, idle`);
    assert.ok(ready !== undefined && ready < READY_MS);
  });
}
