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
