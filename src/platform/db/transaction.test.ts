import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cloneDatabase } from '../../../test/database.ts';
import { RetryTransaction, connect, transaction } from './connection.ts';

const database = await cloneDatabase();
const sql = connect(database.url, 4);
after(async () => {
  await sql.end();
  await database.drop();
});

test('of two deadlocked transactions the aborted one is retried and both succeed', async () => {
  await sql`create table pair (id integer primary key, writes integer not null)`;
  await sql`insert into pair values (1, 0), (2, 0)`;
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  let runs = 0;
  const write = (first: number, second: number) =>
    transaction(sql, async (tx) => {
      runs += 1;
      await tx`update pair set writes = writes + 1 where id = ${first}`;
      if ((holding += 1) === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await tx`update pair set writes = writes + 1 where id = ${second}`;
    });
  await Promise.all([write(1, 2), write(2, 1)]);
  const rows = await sql<{ writes: number }[]>`select writes from pair order by id`;
  assert.deepEqual(
    rows.map((row) => row.writes),
    [2, 2],
  );
  assert.ok(runs > 2);
});

test('any other error aborts a transaction and leaves nothing', async () => {
  let runs = 0;
  const failing = transaction(sql, async (tx) => {
    runs += 1;
    await tx`create table half_done (id integer)`;
    await tx`select 1 / 0`;
  });
  await assert.rejects(failing, { code: '22012' });
  assert.equal(runs, 1);
  const [row] = await sql<{ there: boolean }[]>`select to_regclass('half_done') is not null as there`;
  assert.equal(row?.there, false);
});

test('work that locked the wrong thing is retried without its earlier locks and changes', async () => {
  await sql`create table tries (n integer)`;
  let runs = 0;
  await transaction(sql, async (tx) => {
    runs += 1;
    await tx`insert into tries values (${runs})`;
    if (runs < 3) throw new RetryTransaction(new Error('moved'));
  });
  assert.deepEqual([...(await sql`select n from tries`)], [{ n: 3 }]);
  const moving = transaction(sql, async () => {
    throw new RetryTransaction(new Error('always moved'));
  });
  await assert.rejects(moving, { message: 'always moved' });
});

test('a name conflict is retried where the work asks for it, and an error elsewhere', async () => {
  await sql`create table names (name text constraint names_once unique)`;
  const add = (options?: { againOn: string }) => {
    let number = 0;
    return transaction(sql, (tx) => tx`insert into names values (${`name ${(number += 1)}`})`, options);
  };
  await add();
  await add({ againOn: 'names_once' });
  assert.equal((await sql`select from names`).length, 2);
  await assert.rejects(add(), { constraint: 'names_once' });
  await assert.rejects(add({ againOn: 'another' }), { constraint: 'names_once' });
});

test('statements that leave with the commit are committed with it, or nothing is', async () => {
  await sql`create table last_ones (n integer primary key)`;
  const add = (numbers: number[]) =>
    transaction(sql, async (tx) => {
      await tx`insert into last_ones values (${numbers[0] ?? 0})`;
      tx.commitWith(...numbers.slice(1).map(async (n) => tx`insert into last_ones values (${n})`));
      return numbers.length;
    });
  assert.equal(await add([1, 2, 3]), 3);
  await assert.rejects(add([4, 5, 2, 6]), { code: '23505' });
  await assert.rejects(add([7, 7]), { constraint: 'last_ones_pkey' });
  assert.equal(await add([8, 9]), 2);
  const rows = await sql<{ n: number }[]>`select n from last_ones order by n`;
  assert.deepEqual(
    rows.map(({ n }) => n),
    [1, 2, 3, 8, 9],
  );
});

test('nothing is committed if a statement that leaves with the commit fails before it is sent', async () => {
  await sql`create table unsent (n integer primary key)`;
  for (const first of [true, false]) {
    const failing = transaction(sql, async (tx) => {
      if (first) await tx`insert into unsent values (1)`;
      tx.commitWith(
        (async () => tx`insert into unsent values (2)`)(),
        (async () => tx`insert into unsent values (${new Date(NaN)})`)(),
      );
    });
    await assert.rejects(failing);
  }
  assert.equal((await sql`select from unsent`).length, 0);
});

test('a statement without a transaction succeeds only if its commit does', async () => {
  await sql`create table judged_late (n integer unique deferrable initially deferred)`;
  await sql`insert into judged_late values (1)`;
  await assert.rejects(async () => sql`insert into judged_late values (1)`, { code: '23505' });
  assert.equal((await sql`select from judged_late`).length, 1);
});

test('a transaction can wait for its last statements', async () => {
  await sql`create table awaited (n integer primary key)`;
  const failing = transaction(sql, async (tx) => {
    tx.commitWith((async () => tx`insert into awaited values (1), (1)`)());
    await assert.rejects(tx.settle(), { code: '23505' });
  });
  await assert.rejects(failing, { code: '23505' });
  assert.equal((await sql`select from awaited`).length, 0);
});

test('of reads that are issued together all fail if one does', async () => {
  const reads = sql.together();
  const [one, two] = await Promise.all([reads`select 1 as n`, reads`select 2 as n`]);
  assert.deepEqual([...one, ...two], [{ n: 1 }, { n: 2 }]);
  const outcomes = await Promise.allSettled([reads`select 1 as n`, reads`select 1 / 0`, reads`select 2 as n`]);
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'rejected'],
  );
  assert.deepEqual([...(await reads`select 3 as n`)], [{ n: 3 }]);
});
