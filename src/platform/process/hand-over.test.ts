import assert from 'node:assert/strict';
import { chown, link, lstat, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { counter, handOver, needsHandOver } from './hand-over.ts';

const skip = process.getuid?.() === 0 ? false : 'needs root';
const USER = { uid: 1, gid: 1 };
const WEB_SERVER = 33;

async function folderFor(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'carrel-hand-over-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, 'data', 'deep'), { recursive: true });
  await writeFile(join(folder, 'data', 'deep', 'file'), '');
  return folder;
}

async function owners(...paths: string[]): Promise<number[]> {
  return Promise.all(paths.map(async (path) => (await lstat(path)).uid));
}

test('a folder is handed over with its content, and then needs nothing more', { skip }, async (t) => {
  const data = join(await folderFor(t), 'data');
  assert.equal(needsHandOver(data, USER), true);
  handOver(data, USER);
  assert.deepEqual(await owners(data, join(data, 'deep'), join(data, 'deep', 'file')), [1, 1, 1]);
  assert.equal(needsHandOver(data, USER), false);
});

test('an interrupted hand-over continues', { skip }, async (t) => {
  const data = join(await folderFor(t), 'data');
  await mkdir(join(data, 'second'));
  await chown(join(data, 'deep', 'file'), 1, 1);
  await chown(join(data, 'deep'), 1, 1);
  handOver(data, USER);
  assert.deepEqual(await owners(data, join(data, 'second')), [1, 1]);
});

test('files of root in a folder of the user are noticed', { skip }, async (t) => {
  const data = join(await folderFor(t), 'data');
  handOver(data, USER);
  await writeFile(join(data, 'secret.key'), '');
  assert.equal(needsHandOver(data, USER), true);
});

test('links are not followed, and files with several names stay', { skip }, async (t) => {
  const folder = await folderFor(t);
  const [data, outside] = [join(folder, 'data'), join(folder, 'outside')];
  await mkdir(outside);
  await writeFile(join(outside, 'file'), '');
  await symlink(outside, join(data, 'link'));
  await link(join(outside, 'file'), join(data, 'name'));
  handOver(data, USER);
  assert.deepEqual(await owners(outside, join(outside, 'file'), join(data, 'link')), [0, 0, 0]);
  assert.throws(() => handOver(join(data, 'link'), USER), { code: 'ENOTDIR' });
});

test("a group other than root's is kept, such as a web server's", { skip }, async (t) => {
  const data = join(await folderFor(t), 'data');
  await chown(join(data, 'deep', 'file'), 0, WEB_SERVER);
  handOver(data, USER);
  const { uid, gid } = await lstat(join(data, 'deep', 'file'));
  assert.deepEqual([uid, gid, (await lstat(data)).gid], [1, WEB_SERVER, 1]);
});

test('a long hand-over reports its progress', () => {
  const reported: number[] = [];
  const count = counter((files) => reported.push(files));
  for (let at = 0; at < 250_000; at += 1) count();
  assert.deepEqual(reported, [100_000, 200_000]);
});
