// runs with storage: one storage server serves all files that need it
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { environmentOf } from '../../../test/e2e/storage/s3.ts';
import { startApp } from '../../../test/harness.ts';
import { onCeph, withoutCeph } from '../../platform/blobs/s3/s3.fixture.ts';
import { continueFrozen } from './frozen.fixture.ts';

const MIB = 1024 * 1024;

if (withoutCeph !== false) test('frozen processes on S3', { skip: withoutCeph });
else await registerTests();

async function registerTests(): Promise<void> {
  const { place } = await onCeph();
  const at = place();
  const app = await startApp({ blobs: { kind: 's3', ...at } }, { own: 'shares its contents with another process' });
  // Other processes have the real time.
  app.clock.now = new Date();

  test('a process frozen inside a piece for S3 holds uploads for seconds only, and cannot change them later', async (t) => {
    const late = Buffer.from('from the frozen process');
    const other = Buffer.from('from another');
    const content = randomBytes(20 * MIB);
    // In the first piece, in a later one, and in a part whose bytes the other process cuts in another way.
    const uploads = [
      { before: Buffer.alloc(0), late, other },
      { before: Buffer.from('acknowledged earlier, '), late, other },
      {
        before: content.subarray(0, 9 * MIB),
        late: content.subarray(9 * MIB, 18 * MIB),
        other: content.subarray(9 * MIB),
      },
    ];
    await continueFrozen(t, app, uploads, environmentOf(at));
  });
}
