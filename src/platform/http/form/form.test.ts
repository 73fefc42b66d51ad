import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { Problem } from '../../errors.ts';
import { formBoundary, readForm } from './form.ts';

type Read = { name: string; fileName: string | undefined; content: string };

const latin1 = (text: string) => Buffer.from(text, 'latin1');

// The form in chunks that end at the cuts.
async function read(form: Buffer, cuts: number[] = [], maxBytes = 1_000_000): Promise<Read[]> {
  const ends = [...new Set([...cuts.filter((cut) => cut < form.length), form.length])].sort((a, b) => a - b);
  const chunks = ends.map((end, i) => form.subarray(ends[i - 1] ?? 0, end));
  const parts: Read[] = [];
  for await (const { content, ...head } of readForm(Readable.from(chunks), { boundary: 'b', maxBytes })) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    parts.push({ ...head, content: Buffer.concat(pieces).toString('latin1') });
  }
  return parts;
}

const refusal = (status: number) => (error: unknown) => error instanceof Problem && error.status === status;
const part = (disposition: string, content = '') =>
  `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`;

async function fileNameOf(disposition: string): Promise<string | undefined> {
  const [only] = await read(latin1(`${part(`name="file"; ${disposition}`)}--b--`));
  return only?.fileName;
}

test('the parts are the same for any chunking', async () => {
  const contents = ['', 'plain', '\r\n', '--b', '\r\n--', '\r\n-\r\n--', '-'.repeat(50), '\r\n\r\n--', '\r\r\n--\0'];
  const form = latin1(
    `preamble\r\n${contents.map((content, i) => part(`name="${i}"`, content)).join('')}--b--\r\nepilogue`,
  );
  const expected = contents.map((content, i) => ({ name: String(i), fileName: undefined, content }));
  assert.deepEqual(await read(form), expected);
  assert.deepEqual(
    await read(
      form,
      Array.from({ length: form.length }, (_, i) => i),
    ),
    expected,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(form.length)), async (cuts) => assert.deepEqual(await read(form, cuts), expected)),
  );
});

test('any part content is preserved, unless it contains the boundary', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 40 })), fc.array(fc.nat(400)), async (contents, cuts) => {
      const partTexts = contents.map((content) => Buffer.from(content).toString('latin1'));
      fc.pre(partTexts.every((text) => !text.includes('\r\n--b')));
      const form = latin1(`${partTexts.map((text) => part('name="x"', text)).join('')}--b--`);
      assert.deepEqual(
        (await read(form, cuts)).map(({ content }) => content),
        partTexts,
      );
    }),
  );
});

test('an unread part is skipped', async () => {
  const form = latin1(`${part('name="a"', 'x'.repeat(1000))}${part('name="b"')}--b--`);
  const names: string[] = [];
  for await (const { name } of readForm(Readable.from([form]), { boundary: 'b', maxBytes: 10_000 })) names.push(name);
  assert.deepEqual(names, ['a', 'b']);
});

test('a file name is decoded as UTF-8, otherwise as Latin-1', async () => {
  const utf8 = latin1('').toString() + Buffer.from('Отчёт 😀.txt').toString('latin1');
  assert.equal(await fileNameOf(`filename="${utf8}"`), 'Отчёт 😀.txt');
  assert.equal(await fileNameOf('filename="caf\xE9.txt"'), 'café.txt');
  assert.equal(await fileNameOf('filename=caf\xE9.txt'), 'café.txt');
  assert.equal(await fileNameOf('filename="\xEF\xBB\xBFa.txt"'), '\uFEFFa.txt');
});

test('quotes and backslashes are decoded as sent by browsers and other clients', async () => {
  assert.equal(await fileNameOf(String.raw`filename="a\"b\\c.txt"`), String.raw`a"b\c.txt`);
  assert.equal(await fileNameOf(String.raw`filename="C:\docs\a.txt"`), String.raw`C:\docs\a.txt`);
  assert.equal(await fileNameOf('filename="a%22b; c=d.txt"'), 'a%22b; c=d.txt');
  assert.equal(await fileNameOf('filename=plain.txt ; other=x'), 'plain.txt');
  assert.equal(await fileNameOf('FileName=""'), '');
  assert.equal(await fileNameOf('other="filename"'), undefined);
});

test('an exact name overrides the plain one, unless it is malformed', async () => {
  assert.equal(await fileNameOf(`filename="a.txt"; filename*=UTF-8''%C3%A9.txt`), 'é.txt');
  assert.equal(await fileNameOf(`filename*=utf-8'de'%C3%A9.txt; filename="a.txt"`), 'é.txt');
  assert.equal(await fileNameOf(`filename="a.txt"; filename*=UTF-8''%FF.txt`), 'a.txt');
  assert.equal(await fileNameOf(`filename="a.txt"; filename*=KOI8-R''%C1.txt`), 'a.txt');
});

test('a truncated form returns 400', async () => {
  const form = latin1(`${part('name="a"', 'text')}${part('name="file"; filename="f"', 'more')}--b--`);
  for (let length = 0; length < form.length; length++)
    await assert.rejects(read(form.subarray(0, length)), refusal(400), `${length}`);
});

test('malformed parts return 400', async () => {
  for (const form of [
    '--b\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--',
    '--b\r\nContent-Disposition: attachment; name="a"\r\n\r\nx\r\n--b--',
    `--b\r\nContent-Disposition: form-data; name="a\rb"\r\n\r\nx\r\n--b--`,
    `--b\r\nX: ${'x'.repeat(5000)}\r\n\r\nx\r\n--b--`,
    '--bx\r\n\r\n--b--',
  ])
    await assert.rejects(read(latin1(form)), refusal(400), form.slice(0, 60));
});

test('a form returns 413 as soon as it exceeds the limit', async () => {
  const form = latin1(`${part('name="a"', 'x'.repeat(1000))}--b--`);
  assert.equal((await read(form, [], form.length)).length, 1);
  await assert.rejects(read(form, [], form.length - 1), refusal(413));
  let taken = 0;
  async function* endless() {
    yield latin1('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n');
    for (; ; taken++) yield Buffer.alloc(1000);
  }
  const body = Readable.from(endless(), { highWaterMark: 1 });
  await assert.rejects(async () => {
    for await (const { content } of readForm(body, { boundary: 'b', maxBytes: 10_000 })) for await (const _ of content);
  }, refusal(413));
  assert.ok(taken < 20);
  assert.equal(body.destroyed, false);
});

test('the boundary of a form is read from its Content-Type', () => {
  assert.equal(formBoundary('multipart/form-data; boundary=abc'), 'abc');
  assert.equal(formBoundary('Multipart/Form-Data;charset=utf-8; Boundary="a b:c"'), 'a b:c');
  for (const other of [
    undefined,
    '',
    'multipart/mixed; boundary=x',
    'text/plain',
    'multipart/form-database; boundary=x',
  ])
    assert.equal(formBoundary(other), undefined);
  for (const bad of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])
    assert.throws(() => formBoundary(bad), refusal(400));
  assert.throws(() => formBoundary(`multipart/form-data; boundary=${'x'.repeat(71)}`), refusal(400));
});
