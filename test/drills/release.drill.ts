/**
 * Two builds of a release have the same bytes, and everything that it consists of runs on a clean Debian without a network.
 * `script/drill release`, with everything committed
 */
import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import { checkOut } from './previous/check-out.ts';
import { type Measured, buildImage, run, tryImage, tryInDebian } from './release/places.ts';
import { say } from './several/faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** From the first command to an answer of /readyz. */
const READY_MS = 30_000;
const UNPACKED_MB = 250;
/** Of systemd-analyze, in tenths: below is "OK". */
const EXPOSURE = 35;
const SCHEMAS = join(ROOT, 'node_modules/@cyclonedx/cyclonedx-library/res/schema');
const TIMEOUT = { timeout: 1_800_000 };

const work = mkdtempSync(join(tmpdir(), 'carrel-release-'));
chmodSync(work, 0o755);
after(() => rmSync(work, { recursive: true, force: true }));

const out = join(work, 'first');
const key = join(work, 'key');
const rows: string[] = [];
after(() => say(['', '| from | installed | first start | later start | memory, idle | load |', ...rows].join('\n')));

function build(checkout: string, folder: string): string {
  const commitTime = run('git', ['log', '-1', '--format=%ct'], { cwd: ROOT }).trim();
  const env = { ...process.env, SOURCE_DATE_EPOCH: commitTime, RELEASE_KEY: key };
  run(join(checkout, 'script/release'), [folder], { env });
  return readFileSync(join(folder, 'SHA256SUMS'), 'utf8');
}

const fileOf = (end: string) => join(out, readdirSync(out).find((name) => name.endsWith(end)) ?? '');

function cleanDebian(name: string): string {
  const [base, own] = [join(work, 'debian'), join(work, name)];
  if (!readdirSync(work).includes('debian')) run('debootstrap', ['--variant=minbase', 'bookworm', base]);
  run('cp', ['-a', '--reflink=auto', base, own]);
  return own;
}

function report(name: string, { installed, ready, again, memory }: Measured): void {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  rows.push(
    `| ${name} | ${seconds(installed)} | ${seconds(ready)} | ${seconds(again)} | ${memory} MB | ${loadavg()[0]?.toFixed(0)} |`,
  );
  say(rows.at(-1) ?? '');
  assert.ok(installed + ready < READY_MS, `${name} took ${installed + ready} ms.`);
}

test('two builds in different folders have the same bytes', TIMEOUT, () => {
  run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const other = checkOut('HEAD');
  try {
    const sums = [build(ROOT, out), build(other.folder, join(work, 'second'))];
    say(sums[0] ?? '');
    assert.equal(sums[0], sums[1]);
  } finally {
    other.remove();
  }
});

test('checksums, their signature, and the list of packages are valid', () => {
  run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: out });
  writeFileSync(join(work, 'signers'), `publisher namespaces="file" ${readFileSync(`${key}.pub`, 'utf8')}`);
  const verify = 'ssh-keygen -Y verify -f "$1" -I publisher -n file -s SHA256SUMS.sig < SHA256SUMS';
  run('sh', ['-c', verify, 'sh', join(work, 'signers')], { cwd: out });

  const read = (name: string) =>
    JSON.parse(readFileSync(join(SCHEMAS, `${name}.SNAPSHOT.schema.json`), 'utf8')) as object;
  const bom = JSON.parse(readFileSync(fileOf('.cdx.json'), 'utf8')) as { specVersion: string; components: object[] };
  const ajv = new Ajv({ strict: false, validateFormats: false });
  for (const name of ['jsf-0.82', 'spdx']) {
    // The name by which the list's schema refers to it; its own is another.
    ajv.addSchema(read(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  }
  const isValid = ajv.validate(read(`bom-${bom.specVersion}`), bom);
  assert.ok(isValid, ajv.errorsText());
  say(`CycloneDX ${bom.specVersion} with ${bom.components.length} packages`);
});

test('the archive runs on a clean Debian without a network', TIMEOUT, () => {
  const archive = fileOf('.tar.gz');
  const debian = cleanDebian('archive');
  const install =
    'mkdir /opt/carrel && tar -xzf /tmp/*.tar.gz -C /opt/carrel --strip-components=1 && ln -s /opt/carrel/bin/carrel /usr/bin/carrel && useradd --system carrel && install -d -o carrel /var/lib/carrel';
  report('archive', tryInDebian(debian, [archive], install, '/opt/carrel/runtime/node'));
  const [size] = run('du', ['-s', '--apparent-size', '--block-size=1000000', join(debian, 'opt/carrel')]).split('\t');
  say(`unpacked: ${size} MB`);
  assert.ok(Number(size) <= UNPACKED_MB);
});

test('the Debian package runs on a clean Debian without a network, and its unit is sound', TIMEOUT, () => {
  const debian = cleanDebian('package');
  const install = 'dpkg -i /tmp/carrel_*.deb';
  report('Debian package', tryInDebian(debian, [fileOf('.deb')], install, '/usr/lib/carrel/runtime/node'));
  const unit = join(debian, 'usr/lib/systemd/system/carrel.service');
  // A minimal Debian has no systemd, and so none of the targets that the unit names.
  run('sh', ['-c', 'cp -n /usr/lib/systemd/system/*.target "$1"', 'sh', dirname(unit)]);
  assert.equal(run('systemd-analyze', ['verify', '--man=no', `--root=${debian}`, 'carrel.service']), '');
  const security = run('systemd-analyze', ['security', '--offline=true', `--threshold=${EXPOSURE}`, unit]);
  say(security.trim().split('\n').at(-1) ?? '');
});

test('the npm package installs with plain npm and Node.js, and runs', TIMEOUT, () => {
  const debian = cleanDebian('npm');
  const [package_, cache] = [fileOf('.tgz'), join(work, 'npm-cache')];
  const options = '--ignore-scripts --no-audit --no-fund';
  mkdirSync(join(work, 'fill'));
  run('npm', ['install', '--cache', cache, ...options.split(' '), package_], { cwd: join(work, 'fill') });
  const npm = resolve(realpathSync(run('sh', ['-c', 'command -v npm']).trim()), '../..');
  run('cp', ['-aL', npm, join(debian, 'opt/npm')]);
  run('cp', ['-L', process.execPath, join(debian, 'usr/local/bin/node')]);
  const install = `useradd --system carrel && install -d -o carrel /var/lib/carrel && mkdir /opt/carrel && cd /opt/carrel && node /opt/npm/bin/npm-cli.js install --offline --cache /tmp/npm-cache ${options} /tmp/*.tgz && ln -s /opt/carrel/node_modules/.bin/carrel /usr/bin/carrel`;
  report('npm package', tryInDebian(debian, [package_, cache], install, 'node'));
});

test('the image runs as an unprivileged user on a read-only root', TIMEOUT, () => {
  const image = buildImage(work, cleanDebian('base'), fileOf('.tar.gz'));
  assert.equal(image.config.User, '10001:10001');
  report('image', tryImage(work, image));
});
