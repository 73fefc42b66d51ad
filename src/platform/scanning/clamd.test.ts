import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { without } from '../../../test/parts.ts';
import { MALWARE, STREAM_MAX_BYTES, startClamd } from './clamd.fixture.ts';
import { clamdVersion, scanContent } from './clamd.ts';

const skip = without('clamd');
const clamd = skip === false ? await startClamd() : undefined;
const places = clamd === undefined ? [] : [clamd.unix, clamd.tcp];

test('clamd distinguishes clean content from malware, by TCP and by its socket', { skip }, async () => {
  for (const place of places) {
    assert.match(await clamdVersion(place), /^ClamAV \d/);
    assert.deepEqual(await scanContent(place, Buffer.from('harmless')), { kind: 'clean' });
    assert.deepEqual(await scanContent(place, Buffer.alloc(0)), { kind: 'clean' });
    const infected = await scanContent(place, Buffer.from(`before ${MALWARE} after`));
    assert.deepEqual(infected, { kind: 'infected', signature: 'Carrel.Test.Malware.UNOFFICIAL' });
  }
});

test('content in pieces is scanned as one', { skip }, async () => {
  const words = Buffer.from(MALWARE);
  const pieces = [words.subarray(0, 7), Buffer.alloc(0), words.subarray(7, 8), words.subarray(8)];
  for (const place of places) {
    const verdict = await scanContent(place, Readable.from(pieces));
    assert.equal(verdict.kind, 'infected');
    const large = Array.from({ length: 16 }, () => Buffer.alloc(STREAM_MAX_BYTES / 16, 'x'));
    assert.deepEqual(await scanContent(place, Readable.from(large)), { kind: 'clean' });
  }
});

test('content that clamd rejects as too large was not taken', { skip }, async () => {
  for (const place of places) {
    for (const times of [2, 8, 64]) {
      const pieces = Array.from({ length: times * 16 }, () => Buffer.alloc(STREAM_MAX_BYTES / 16, 'x'));
      assert.deepEqual(await scanContent(place, Readable.from(pieces)), { kind: 'not-taken' });
    }
  }
});

test('scanning fails if nothing listens or answers', async () => {
  const silent = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const place = { host: '127.0.0.1', port };
  await assert.rejects(scanContent(place, Buffer.from('x')), /clamd does not respond/);
  silent.close();
  await once(silent, 'close');
  await assert.rejects(scanContent(place, Buffer.from('x')), /clamd does not respond: connect ECONNREFUSED/);
  await assert.rejects(clamdVersion({ path: '/nowhere/clamd.sock' }), /clamd does not respond: connect ENOENT/);
});

test('unreadable content is not reported as clean', { skip }, async () => {
  const breaking = Readable.from(
    (async function* () {
      yield Buffer.from('the beginning');
      throw new Error('the disk is gone');
    })(),
  );
  for (const place of places.slice(0, 1)) {
    await assert.rejects(scanContent(place, breaking), /clamd does not respond: the disk is gone/);
  }
});
