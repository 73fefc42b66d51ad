/** Streams that begin again with the last id that the client has. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { CHANNEL } from '../../core/notifications/notifications.queries.ts';
import { follow, nextNotification, notify } from './streams.fixture.ts';

const app = await startApp({}, { own: 'locks a table' });

const messageOf = ({ data }: { data: { Notification?: { Message: string } } }) => data.Notification?.Message;

test('Last-Event-ID delivers missed notifications, oldest first; an invalid one is ignored', async () => {
  const { ann } = await app.world();
  const first = await follow(app.url, ann);
  await first.next();
  await notify(app, [ann], 'seen');
  const { id } = await first.next();
  first.leave();
  for (const text of ['missed 1', 'missed 2']) await notify(app, [ann], text);
  const again = await follow(app.url, ann, { 'last-event-id': id ?? '' });
  assert.equal(messageOf(await again.next()), 'missed 1');
  const last = await again.next();
  assert.deepEqual([messageOf(last), last.data.UnreadCount], ['missed 2', 3]);
  again.leave();
  for (const nonsense of ['x', '-1', '1.5', '9'.repeat(40)]) {
    const stream = await follow(app.url, ann, { 'last-event-id': nonsense });
    assert.deepEqual(await stream.next(), { type: 'unread', id: null, data: { UnreadCount: 3 } });
    stream.leave();
  }
});

test('a stream that reconnects while others are being sent news gets all that it missed', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  const ids: (string | null)[] = [];
  for (let n = 0; n < 30; n += 1) {
    await notify(app, [ann], `${n}`);
    ids.push((await nextNotification(stream)).id);
  }
  const [first = '', ...missed] = ids;
  const again = await app.sql.begin(async (tx) => {
    await tx`lock table notifications in access exclusive mode`;
    await app.sql`select pg_notify(${CHANNEL}, ${`${ann.deploymentId}:${ann.userId}`})`;
    await untilWaiting(app);
    return follow(app.url, ann, { 'last-event-id': first ?? '' });
  });
  for (const id of missed) assert.equal((await nextNotification(again)).id, id);
  stream.leave();
  again.leave();
});

test('a notification committed late while no stream is open is counted and listed only', async () => {
  const { ann } = await app.world();
  const stream = await follow(app.url, ann);
  await stream.next();
  const id = await app.sql.begin(async (tx) => {
    await tx`
      insert into notifications (deployment_id, user_id, message, created_at)
      values (${ann.deploymentId}, ${ann.userId}, 'slow', now())`;
    await notify(app, [ann], 'fast');
    const event = await stream.next();
    stream.leave();
    return event.id ?? '';
  });
  const again = await follow(app.url, ann, { 'last-event-id': id });
  assert.deepEqual(await again.next(), { type: 'unread', id: null, data: { UnreadCount: 2 } });
  assert.equal((await ann.api('GET', '/api/notifications')).body.length, 2);
  again.leave();
});
