/** Entries of archives, through HTTP. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { type ZipFile, zip } from '../../platform/rendering/samples.fixture.ts';

const app = await startApp();
const { ann } = await app.world();

async function entriesOf(name: string, content: Buffer | string) {
  const documentId = await ann.document(await ann.folder(ann.libraryId, crypto.randomUUID()), name, content);
  return ann.api('GET', `/api/documents/${documentId}/entries`);
}

const file = (name: string, more: Partial<ZipFile> = {}): ZipFile => ({ name, content: 'text', ...more });

test('a ZIP archive lists its files and folders with their sizes', async () => {
  const { status, body } = await entriesOf(
    'a.zip',
    zip([file('plans/'), file('plans/ä.txt'), file('big', { declared: 99 })]),
  );
  assert.deepEqual([status, body.EntryCount, body.IsComplete], [200, 3, true]);
  assert.deepEqual(
    body.Entries.map((entry: Record<string, unknown>) => [entry['IsFolder'], entry['Size'], entry['IsEncrypted']]),
    [
      [true, 4, false],
      [false, 4, false],
      [false, 99, false],
    ],
  );
  assert.equal(body.Entries[0].Name, 'plans/');
});

test('names are safe to display', async () => {
  const names = ['../../etc/passwd', 'C:\\windows\\a.txt', 'a\u0001b\u202Eä.txt', 'x'.repeat(5000)];
  const { body } = await entriesOf('a.zip', zip(names.map((name) => file(name))));
  const shown = body.Entries.map((entry: { Name: string }) => entry.Name);
  assert.deepEqual(shown.slice(0, 2), ['../../etc/passwd', 'C:/windows/a.txt']);
  assert.ok(!/[\p{Cc}\u202E]/u.test(shown[2]));
  assert.equal(shown[3].length, 1001);
});

test('an encrypted entry is listed, and the list ends at one with strong encryption', async () => {
  const archive = zip([file('a'), file('b'), file('c')]);
  const flagOf = (name: string) => archive.lastIndexOf(name) - 46 + 8;
  archive.writeUInt16LE(1, flagOf('b'));
  const encrypted = await entriesOf('a.zip', Buffer.from(archive));
  assert.deepEqual([encrypted.body.Entries[1].IsEncrypted, encrypted.body.IsComplete], [true, true]);
  archive.writeUInt16LE(0x41, flagOf('b'));
  const { status, body } = await entriesOf('a.zip', archive);
  assert.deepEqual([status, body.Entries.length, body.EntryCount, body.IsComplete], [200, 1, 3, false]);
});

test('the list ends after 10 000 entries, and after 4 MiB of the directory', async () => {
  const many = zip(Array.from({ length: 10_001 }, (_, at) => file(`${at}`, { stored: true, content: '' })));
  const { body } = await entriesOf('a.zip', many);
  assert.deepEqual([body.Entries.length, body.EntryCount, body.IsComplete], [10_000, 10_001, false]);
  const long = zip(Array.from({ length: 75 }, (_, at) => file(`${at}${'x'.repeat(60_000)}`, { content: '' })));
  // Without the files, which the list does not read.
  const directory = long.subarray(long.indexOf('PK\x01\x02'));
  directory.writeUInt32LE(0, directory.length - 6);
  const second = await entriesOf('b.zip', directory);
  assert.equal(second.body.IsComplete, false);
  assert.ok(second.body.Entries.length > 50 && second.body.Entries.length < 75);
});

test('other documents, and bytes that are no archive, are 422', async () => {
  for (const [name, content] of [
    ['a.txt', 'text'],
    ['a.zip', 'text'],
    ['a.zip', zip([file('a')]).subarray(0, 40)],
    ['a.zip', Buffer.alloc(100_000)],
  ] as const) {
    assert.equal((await entriesOf(name, content)).status, 422, name);
  }
});
