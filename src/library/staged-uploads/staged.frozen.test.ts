import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { continueFrozen } from './frozen.fixture.ts';

const app = await startApp({}, { own: 'shares its data folder with another process' });
// Other processes have the real time.
app.clock.now = new Date();

test('a process frozen inside a piece holds uploads for seconds only, and cannot change them later', async (t) => {
  const late = Buffer.from('from the frozen process');
  const other = Buffer.from('from another');
  // In the first piece, and in a later one.
  const before = [Buffer.alloc(0), Buffer.from('acknowledged earlier, ')];
  await continueFrozen(
    t,
    app,
    before.map((bytes) => ({ before: bytes, late, other })),
  );
});
