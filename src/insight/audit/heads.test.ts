import assert from 'node:assert/strict';
import { appendFile, cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { StoreUnavailableError } from '../../platform/blobs/store.ts';
import { sealActivityJob } from './audit.jobs.ts';
import { formatHead } from './head.ts';
import { acceptLog } from './heads.actions.ts';
import { openHeadPlaces } from './head-places.ts';
import { verifyActivity } from './verify.ts';

const app = await startApp({}, { own: 'looks into the data folder' });
const { signal } = new AbortController();
const HEADS = join(app.dataDir, 'audit-heads');
const HOUR_MS = 3_600_000;

const seal = () => sealActivityJob.run(app.deps, null);
const verify = ({ deploymentId }: Person) => verifyActivity(app.deps, deploymentId, { signal });
const problemsOf = async (person: Person) => (await verify(person)).Findings.map(({ Problem }) => Problem);
const folderOf = ({ deploymentId }: Person) => join(HEADS, String(deploymentId));
const fileOf = (person: Person) => join(folderOf(person), `${app.clock.now.toISOString().slice(0, 7)}.jsonl`);

/** Somebody whose deployment has six seals; `older` is the file of heads as it was after the third. */
async function sealed() {
  const { ann } = await app.world();
  let older = '';
  for (let n = 1; n <= 6; n += 1) {
    await ann.folder(ann.libraryId, `F${n}`);
    app.clock.advance(60_000);
    await seal();
    if (n === 3) older = await readFile(fileOf(ann), 'utf8');
  }
  assert.deepEqual(await problemsOf(ann), []);
  return { ann, older };
}

/** Deletes the seals from a row on, and the row; with nothing but the database, as an attacker without the key would. */
async function cutOff({ deploymentId }: Person, name: string) {
  const [row] = await app.sql<{ id: number }[]>`
    delete from activity where deployment_id = ${deploymentId} and content_name = ${name} returning activity_id as id`;
  assert.ok(row !== undefined);
  await app.sql`delete from activity_seals where deployment_id = ${deploymentId} and through_id >= ${row.id}`;
}

test('a log truncated and resealed without the key is reported', async () => {
  const { ann } = await sealed();
  await cutOff(ann, 'F5');
  const [cut = ''] = await problemsOf(ann);
  assert.match(cut, /^Seal 6 was kept in DATA_DIR at \S+, but the log ends with seal 4: /);
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /but the log ends with seal 5/);
  // The log grows past the end that it had.
  for (const name of ['G', 'H']) {
    await ann.folder(ann.libraryId, name);
    await seal();
  }
  const { Broken, Findings, Heads } = await verify(ann);
  assert.deepEqual([Broken, Findings[0]?.SealNumber, Heads], [1, 6, []]);
  assert.match(Findings[0]?.Problem ?? '', /with another value: .* sealed again\.$/);
  assert.ok(app.logs.some(({ level, msg }) => level === 50 && String(msg).includes('with another value')));
});

test('a truncated log is reported even if its stored heads were deleted', async () => {
  const { ann } = await sealed();
  await cutOff(ann, 'F5');
  await rm(HEADS, { recursive: true });
  assert.match((await problemsOf(ann))[0] ?? '', /^No seal is kept outside of the database/);
  app.clock.advance(25 * HOUR_MS);
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /only since seal 5 of \S+: earlier ones were removed, or never kept/);
  await ann.folder(ann.libraryId, 'Later');
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /only since seal 5/);
});

test('a truncated log is reported even if the file of one deployment was deleted', async () => {
  const { ann } = await sealed();
  await cutOff(ann, 'F5');
  await rm(folderOf(ann), { recursive: true });
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /^The seals stored in DATA_DIR are gone/);
});

test('a truncated log is reported even if an older copy of the heads was restored', async () => {
  const { ann, older } = await sealed();
  await cutOff(ann, 'F5');
  await writeFile(fileOf(ann), older);
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /^The last 3 records in DATA_DIR are missing: /);
  assert.equal(await readFile(fileOf(ann), 'utf8'), older);
});

test('a truncated log is reported even if a head was forged or copied from elsewhere', async () => {
  const { ann } = await sealed();
  await cutOff(ann, 'F5');
  await seal();
  const [last] = await app.sql<{ seal: Buffer }[]>`
    select seal from activity_seals where deployment_id = ${ann.deploymentId} order by seal_number desc limit 1`;
  const [line = ''] = (await readFile(fileOf(ann), 'utf8')).trim().split('\n').slice(-1);
  const genuine = JSON.parse(line);
  const wanted = { ...genuine, Number: 5, Sequence: 7, Seal: last?.seal.toString('hex') };
  await appendFile(fileOf(ann), `${JSON.stringify(wanted)}\n`);
  assert.match((await problemsOf(ann))[0] ?? '', /was forged/);
  const { Mac: _, ...head } = wanted;
  await appendFile(fileOf(ann), `${formatHead(Buffer.alloc(43, 'x'), head)}\n`);
  assert.match((await problemsOf(ann))[0] ?? '', /was forged/);
  await appendFile(fileOf(ann), `${formatHead(app.deps.secretKey, { ...head, Place: 'another' })}\n`);
  assert.match((await problemsOf(ann))[0] ?? '', /was copied there from another place/);
});

test('heads that two workers appended in the wrong order are no break', async () => {
  const { ann } = await sealed();
  const lines = (await readFile(fileOf(ann), 'utf8')).trim().split('\n');
  const swapped = [...lines.slice(0, -2), ...lines.slice(-2).toReversed()];
  await writeFile(fileOf(ann), `${swapped.join('\n')}\n`);
  assert.deepEqual(await problemsOf(ann), []);
  await ann.folder(ann.libraryId, 'Next');
  await seal();
  assert.deepEqual(await problemsOf(ann), []);
});

test('workers that open a new DATA_DIR at the same time agree on its id', async () => {
  await rm(HEADS, { recursive: true, force: true });
  const places = await Promise.all(Array.from({ length: 10 }, () => openHeadPlaces(app.deps)));
  const ids = new Set(places.map(([place]) => place?.id));
  assert.equal(ids.size, 1);
  assert.match([...ids].join(), /^[0-9a-f]{16}$/);
  assert.deepEqual(await readdir(HEADS), ['place']);
});

test('a line torn by a crash or a full disk stays, and the next head follows it', async () => {
  const { ann } = await sealed();
  await appendFile(fileOf(ann), '{"Deployment":');
  assert.deepEqual(await problemsOf(ann), []);
  await ann.folder(ann.libraryId, 'Later');
  await seal();
  const { Broken, Heads } = await verify(ann);
  assert.deepEqual([Broken, Heads[0]?.Number], [0, 7]);
});

test('sealing continues while DATA_DIR cannot be written, and the head follows later', async (t) => {
  const { ann } = await sealed();
  // A folder in the place of the file: as root, permissions stop nobody.
  app.clock.advance(40 * 24 * HOUR_MS);
  await mkdir(fileOf(ann));
  t.after(() => rm(fileOf(ann), { recursive: true, force: true }));
  await ann.folder(ann.libraryId, 'Later');
  await seal();
  assert.equal((await verify(ann)).Seals, 7);
  assert.ok(
    app.logs.some(
      ({ level, msg }) => level === 50 && String(msg).startsWith('The seals stored in DATA_DIR could not be read'),
    ),
  );
  await rm(fileOf(ann), { recursive: true });
  app.clock.advance(2 * HOUR_MS);
  assert.match((await problemsOf(ann))[0] ?? '', /^Seals after 6 are not kept outside of the database, the first of /);
  await seal();
  assert.deepEqual(await problemsOf(ann), []);
  assert.deepEqual((await readdir(folderOf(ann))).length, 2);
});

test('a seal committed before a crash is stored outside by the next run', async () => {
  const { ann } = await sealed();
  const copy = `${HEADS}.copy`;
  await cp(HEADS, copy, { recursive: true });
  const [before] = await app.sql`select * from audit_head_places where deployment_id = ${ann.deploymentId}`;
  await ann.folder(ann.libraryId, 'Later');
  await seal();
  // As the worker would have left it, had it ended between the two.
  await rm(HEADS, { recursive: true });
  await cp(copy, HEADS, { recursive: true });
  await app.sql`update audit_head_places set ${app.sql(before ?? {}, 'sequence', 'seal_number')} where deployment_id = ${ann.deploymentId}`;
  assert.deepEqual(await problemsOf(ann), []);
  await seal();
  assert.equal((await verify(ann)).Heads[0]?.Number, 7);
});

test('a database replaced by an older one is reported until an operator accepts it', async () => {
  const { ann } = await sealed();
  await app.sql`delete from activity_seals where deployment_id = ${ann.deploymentId} and seal_number > 3`;
  await app.sql`
    delete from activity where deployment_id = ${ann.deploymentId} and activity_id > (
      select max(through_id) from activity_seals where deployment_id = ${ann.deploymentId})`;
  await seal();
  assert.match((await problemsOf(ann))[0] ?? '', /was replaced by an older backup/);
  await acceptLog(app.deps, ann.deploymentId, 'restored');
  const { Broken, Heads } = await verify(ann);
  assert.deepEqual(
    [Broken, Heads[0]?.Number, Heads[0]?.Since],
    [0, 3, { Number: 3, At: app.clock.now.toISOString(), IsAccepted: true }],
  );
  await seal();
  assert.deepEqual(await problemsOf(ann), []);
  const [recorded] = await app.sql`
    select user_id, details from activity
    where deployment_id = ${ann.deploymentId} and activity_type = 'ActivityAccepted'`;
  assert.deepEqual(recorded, { user_id: null, details: { seal: 3, reason: 'restored' } });
  // An accepted state is stored like any other.
  await cutOff(ann, 'Activity log');
  assert.match((await problemsOf(ann))[0] ?? '', /^Seal 4 was kept in DATA_DIR/);
});

test('heads in the bucket are stored and compared like those in DATA_DIR and inherit their start', async () => {
  const { ann } = await sealed();
  const records = new Map<string, string[]>();
  let isAway = false;
  const store = {
    id: 'bucket',
    earlierId: 'bucket at an endpoint',
    newest: async (folder: string) => {
      if (isAway) throw new StoreUnavailableError(new Error('refused'));
      return records.get(folder)?.at(-1);
    },
    add: async (folder: string, sequence: number, text: string) => {
      if (isAway) throw new StoreUnavailableError(new Error('refused'));
      const known = records.get(folder) ?? [];
      if (known.length >= sequence) return false;
      records.set(folder, [...known, text]);
      return true;
    },
  };
  const deps = { ...app.deps, blobs: { ...app.deps.blobs, records: store } };
  const run = () => sealActivityJob.run(deps, null);
  const look = () => verifyActivity(deps, ann.deploymentId, { signal });
  await run();
  assert.deepEqual(
    (await look()).Heads.map(({ Place, Number, Since }) => [Place, Number, Since.Number]),
    [
      ['DATA_DIR', 6, 1],
      ['the bucket', 6, 1],
    ],
  );
  isAway = true;
  await ann.folder(ann.libraryId, 'Away');
  await run();
  const away = await look();
  assert.deepEqual([away.Seals, away.Heads.map(({ Number }) => Number)], [7, [7]]);
  assert.match(away.Findings[0]?.Problem ?? '', /^The seals stored in the bucket could not be read: /);
  isAway = false;
  await run();
  assert.deepEqual(
    (await look()).Heads.map(({ Number }) => Number),
    [7, 7],
  );
  // A machine with another DATA_DIR has the bucket to go by.
  const dataDir = join(app.dataDir, 'another-machine');
  const other = { ...deps, config: { ...deps.config, dataDir } };
  assert.deepEqual((await verifyActivity(other, ann.deploymentId, { signal })).Broken, 0);
  await ann.folder(ann.libraryId, 'There');
  await sealActivityJob.run(other, null);
  assert.deepEqual(
    (await verifyActivity(other, ann.deploymentId, { signal })).Heads.map(({ Number, Since }) => [
      Number,
      Since.Number,
    ]),
    [
      [8, 1],
      [8, 1],
    ],
  );
  await cutOff(ann, 'Away');
  await run();
  const { Findings } = await look();
  assert.deepEqual(
    Findings.map(({ Problem }) => /kept in (DATA_DIR|the bucket) at/.exec(Problem)?.[1]),
    ['DATA_DIR', 'the bucket'],
  );
});

test("stored heads are readable by the service's user only", async () => {
  const { ann } = await sealed();
  const { mode } = await stat(fileOf(ann));
  assert.equal(mode & 0o777, 0o600);
});
