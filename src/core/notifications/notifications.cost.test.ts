/** The cost of many notifications, read or not: no more than a page. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { blocksTouched, statementsOf } from '../../../test/statements.ts';
import type { Person } from '../../../test/world.ts';
import { listMarks, listNewest } from '../../people/live-notifications/notification-hub.queries.ts';

const app = await startApp({}, { own: 'measures statements, whose cost depends on all rows' });
const { ann, bob, stranger } = await app.world();

const MANY = 200_000;
await addMany(ann, MANY, 'read');
await addMany(bob, 100_000, 'unread');
await app.sql`vacuum analyze notifications`;

async function addMany({ deploymentId, userId }: Person, count: number, state: 'read' | 'unread'): Promise<void> {
  const readAt = state === 'read' ? app.clock.now : null;
  await app.sql`
    insert into notifications (deployment_id, user_id, message, created_at, read_at)
    select ${deploymentId}, ${userId}, 'message ' || n, ${app.clock.now}, ${readAt} from generate_series(1, ${count}) n`;
}

async function blocksOf(work: () => Promise<unknown>): Promise<number> {
  const statements = await statementsOf(app, work);
  const asked = statements.filter(({ text }) => text.includes('from notifications'));
  assert.equal(asked.length, 1);
  return blocksTouched(app, asked[0] ?? { text: '', parameters: [] });
}

test('lists, including unread ones and later pages, read little more than they return', async () => {
  const [oldest] = await app.sql<{ id: number }[]>`
    select notification_id as id from notifications where user_id = ${ann.userId} order by 1 limit 1`;
  const afterAll = Buffer.from(JSON.stringify([(oldest?.id ?? 0) + 50])).toString('base64url');
  for (const person of [ann, bob, stranger]) {
    for (const path of ['', '/unread?top=100', `?after=${afterAll}`]) {
      const blocks = await blocksOf(() => person.api('GET', `/api/notifications${path}`));
      assert.ok(blocks < 50, `${person.name} ${path}: ${blocks} blocks`);
    }
  }
});

test('streams count and read a constant amount, however many notifications there are', async () => {
  const users = [ann, bob, stranger].map(({ deploymentId, userId }) => ({ deploymentId, userId, above: 0 }));
  assert.ok((await blocksOf(() => listMarks(app.sql, users))) < 200);
  assert.ok((await blocksOf(() => listNewest(app.sql, users, 100))) < 100);
  const marks = await listMarks(app.sql, users);
  assert.deepEqual(
    marks.map(({ unread }) => unread),
    [0, 100, 0],
  );
});
