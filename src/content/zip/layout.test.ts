import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytes, sum } from '../../platform/blobs/contents.fixture.ts';
import { type Source, bytesOf, entriesIn, layOut, zeros } from './layouts.fixture.ts';
import { startLayout } from './layout.ts';

const GIB = 1024 ** 3;
const WHEN = '2026-03-02T10:00:01.999Z';

const sources = fc.array(
  fc.record({
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => name.replaceAll(/[/\\\0]/g, '_')),
    // To the second, as archives keep it.
    modifiedAt: fc.date({ min: new Date('1970'), max: new Date('2200'), noInvalidDate: true }),
    size: fc.option(fc.nat({ max: 300 }), { nil: null }),
  }),
  { maxLength: 12 },
);

type Drawn = { name: string; modifiedAt: Date; size: number | null };

const sourceOf = ({ name, modifiedAt, size }: Drawn, index: number): Source => ({
  path: size === null ? `${index}${name}/` : `${index}${name}`,
  modifiedAt: modifiedAt.toISOString(),
  content: size === null ? null : bytes(size, index),
});

const reader = (made: Source[]) => (key: string, range: { start: number; end: number }) =>
  made[Number(key)]?.content?.subarray(range.start, range.end) ?? Buffer.alloc(0);

test('a reader finds every entry with its name, size, checksum, time and content', async () => {
  await fc.assert(
    fc.asyncProperty(sources, async (drawn) => {
      const made = drawn.map(sourceOf);
      const layout = layOut(made);
      const whole = bytesOf(layout, { start: 0, end: layout.size }, reader(made));
      assert.equal(whole.length, layout.size);
      const entries = await entriesIn(layout);
      assert.deepEqual(
        entries.map((entry) => entry.fileName),
        made.map(({ path }) => path),
      );
      for (const [index, entry] of entries.entries()) {
        const { content, modifiedAt } = made[index] ?? { content: null, modifiedAt: '' };
        assert.equal(entry.uncompressedSize, content?.length ?? 0);
        assert.equal(entry.compressedSize, content?.length ?? 0);
        const at = entry.relativeOffsetOfLocalHeader;
        const start = at + 30 + whole.readUInt16LE(at + 26) + whole.readUInt16LE(at + 28);
        assert.deepEqual(whole.subarray(start, start + (content?.length ?? 0)), content ?? Buffer.alloc(0));
        assert.equal(whole.readUInt32LE(at + 14), entry.crc32);
        const year = new Date(modifiedAt).getUTCFullYear();
        if (year >= 1980 && year < 2038) {
          const time = Math.floor(Date.parse(modifiedAt) / 1000) * 1000;
          assert.equal(entry.getLastModDate().getTime(), time);
        }
      }
    }),
  );
});

test('the bytes of any range equal those of the whole archive', () => {
  fc.assert(
    fc.property(sources, fc.nat(), fc.nat(), (drawn, a, b) => {
      const made = drawn.map(sourceOf);
      const layout = layOut(made);
      const whole = bytesOf(layout, { start: 0, end: layout.size }, reader(made));
      const [start, end] = [a % (layout.size + 1), b % (layout.size + 1)].toSorted((x, y) => x - y) as [number, number];
      assert.deepEqual(bytesOf(layout, { start, end }, reader(made)), whole.subarray(start, end));
    }),
  );
});

test('every single byte equals that of the whole archive', () => {
  const made = [
    { path: 'a/', modifiedAt: WHEN, content: null },
    { path: 'a/é.txt', modifiedAt: WHEN, content: bytes(5, 1) },
    { path: 'a/none', modifiedAt: WHEN, content: bytes(0, 1) },
    { path: 'a/two', modifiedAt: WHEN, content: bytes(2, 2) },
  ];
  const layout = layOut(made);
  const whole = bytesOf(layout, { start: 0, end: layout.size }, reader(made));
  for (let at = 0; at < layout.size; at += 1) {
    assert.deepEqual(bytesOf(layout, { start: at, end: at + 1 }, reader(made)), whole.subarray(at, at + 1), `${at}`);
  }
});

test('the ETag depends on the bytes: another name, time, content or order changes it', () => {
  const file: Source = { path: 'a', modifiedAt: WHEN, content: bytes(5, 1) };
  const other: Source = { path: 'b', modifiedAt: WHEN, content: bytes(5, 2) };
  const tags = [
    layOut([file, other]),
    layOut([other, file]),
    layOut([file]),
    layOut([{ ...file, path: 'A' }, other]),
    layOut([{ ...file, modifiedAt: '2026-03-02T10:00:02.000Z' }, other]),
    layOut([{ ...file, content: bytes(5, 3) }, other]),
    layOut([{ path: 'a/', modifiedAt: WHEN, content: null }, other]),
  ].map(({ etag }) => etag);
  assert.equal(new Set(tags).size, tags.length);
  assert.equal(layOut([file, other]).etag, layOut([file, other]).etag);
  for (const tag of tags) assert.match(tag, /^"[0-9a-f]{64}"$/);
});

test('sizes and offsets around the 32-bit limit are read correctly', async () => {
  const limit = 0xff_ff_ff_ff;
  const sizes = [1, limit - 1, 2, limit, limit + 1, 20 * GIB, 5, 600 * GIB, 0];
  const layout = startLayout();
  for (const [index, size] of sizes.entries()) layout.add(zeros(`${index}`, size));
  const entries = await entriesIn(layout.finish());
  assert.deepEqual(
    entries.map((entry) => entry.uncompressedSize),
    sizes,
  );
  for (const [index, entry] of entries.entries()) {
    assert.ok(entry.relativeOffsetOfLocalHeader >= sum(sizes.slice(0, index)), `${index}`);
  }
});

test('a directory around the 32-bit limit is found', async () => {
  const header = 30 + 1 + 9;
  for (const below of [2, 1, 0, -1]) {
    const layout = startLayout();
    layout.add(zeros('a', 0xff_ff_ff_ff - below - header));
    assert.equal((await entriesIn(layout.finish())).length, 1, `${below}`);
  }
});

test('65 534 entries need no ZIP64, 65 535 and 100 000 do, and all are read', async () => {
  for (const [count, ending] of [
    [65_534, 22],
    [65_535, 98],
    [100_000, 98],
  ] as const) {
    const layout = startLayout();
    for (let index = 0; index < count; index += 1) layout.add(zeros(String(index).padStart(6, '0'), 1));
    const finished = layout.finish();
    assert.equal(finished.size, count * (30 + 6 + 9 + 1 + 46 + 6 + 9) + ending);
    assert.equal((await entriesIn(finished)).length, count);
  }
});

test('an archive without entries is valid', async () => {
  const layout = layOut([]);
  assert.equal(layout.size, 22);
  assert.deepEqual(await entriesIn(layout), []);
});
