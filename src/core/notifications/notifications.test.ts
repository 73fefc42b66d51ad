import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startApp } from '../../../test/harness.ts';
import type { Person } from '../../../test/world.ts';
import { ORIGIN, signIn } from '../../people/sessions/browser.fixture.ts';
import { notify } from '../../people/live-notifications/streams.fixture.ts';

const app = await startApp({}, { own: 'reads whole tables' });

type Shown = { NotificationDate: string; Message: string; IsRead: boolean; Links: { Self: string } };

const list = async (person: Person, query = ''): Promise<Shown[]> =>
  (await person.api('GET', `/api/notifications${query}`)).body;
const messages = (shown: Shown[]) => shown.map(({ Message }) => Message);
const pathOf = (shown: Shown | undefined) => new URL(shown?.Links.Self ?? '').pathname;

async function annWith(...messageTexts: string[]) {
  const w = await app.world();
  for (const text of messageTexts) await notify(app, [w.ann], text);
  return { ...w, shown: await list(w.ann) };
}

test('the list has the newest first, with every field, and only for its user', async () => {
  const { ann, bob, other, shown } = await annWith('first', 'second');
  assert.deepEqual(messages(shown), ['second', 'first']);
  const [{ Links, ...newest } = { Links: { Self: '' } }] = shown;
  assert.match(Links.Self, /^http:\/\/carrel\.test\/api\/notifications\/\d+$/);
  assert.deepEqual(newest, { NotificationDate: app.clock.now.toISOString(), Message: 'second', IsRead: false });
  for (const person of [bob, other]) assert.deepEqual(await list(person), []);
  assert.deepEqual((await ann.api('GET', pathOf(shown[0]))).body, shown[0]);
});

test('granting access creates a notification whose link leads to the item', async () => {
  const { ann, bob } = await app.world();
  const folderId = await ann.folder(ann.libraryId, 'Plans');
  await ann.api('PUT', `/api/folders/${folderId}/permissions`, [{ UserId: bob.userId, Allow: ['Read'] }]);
  const [shown] = await list(bob);
  assert.equal(shown?.Message, `[@UserId=${ann.userId}]Ann[/] gave you access to [@FolderId=${folderId}]Plans[/]`);
  assert.equal((await bob.api('GET', pathOf(shown))).body.Message, shown.Message);
});

test('top is 1 to 1000 and 100 by default; unread notifications are listed completely', async () => {
  const { ann } = await app.world();
  await app.sql`
    insert into notifications (deployment_id, user_id, message, created_at)
    select ${ann.deploymentId}, ${ann.userId}, n::text, now() from generate_series(1, 1001) n`;
  assert.equal((await list(ann)).length, 100);
  assert.equal((await ann.api('GET', '/api/notifications/unread')).body.length, 1001);
  assert.deepEqual(messages(await list(ann, '?top=2')), ['1001', '1000']);
  assert.equal((await list(ann, '?top=1000')).length, 1000);
  for (const top of ['0', '-1', '1001', '1.5', 'many']) {
    for (const path of ['/api/notifications', '/api/notifications/unread']) {
      const { status, body } = await ann.api('GET', `${path}?top=${top}`);
      assert.deepEqual([status, body.errors[0].instance], [400, 'top'], `${path} ${top}`);
    }
  }
});

test('both lists are paged, with and without top', async () => {
  const { ann } = await annWith(...Array.from({ length: 5 }, (_, index) => `${index}`));
  for (const path of ['/api/notifications', '/api/notifications/unread']) {
    const first = await ann.api('GET', `${path}?top=3`);
    const next = /<http:\/\/carrel\.test(.+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await ann.api('GET', next);
    assert.deepEqual(messages([...first.body, ...rest.body]), ['4', '3', '2', '1', '0']);
    assert.equal(rest.headers.get('link'), null);
    assert.equal((await ann.api('GET', `${path}?after=nonsense`)).status, 400);
  }
});

test('reading does not mark as read; marking works for one or all', async () => {
  const { ann, shown } = await annWith('first', 'second', 'third');
  await ann.api('GET', pathOf(shown[0]));
  const unread = async () => messages((await ann.api('GET', '/api/notifications/unread')).body);
  assert.deepEqual(await unread(), ['third', 'second', 'first']);
  for (const _ of ['once', 'again']) {
    const { status, body } = await ann.api('POST', `${pathOf(shown[1])}/read`);
    assert.deepEqual([status, body], [200, { ...shown[1], IsRead: true }]);
  }
  assert.deepEqual(await unread(), ['third', 'first']);
  const all = await ann.api('POST', '/api/notifications/read');
  assert.deepEqual([all.status, all.text], [204, '']);
  assert.deepEqual(await unread(), []);
  assert.deepEqual(
    (await list(ann)).map(({ IsRead }) => IsRead),
    [true, true, true],
  );
});

test('deleting returns 200 without a body at both addresses; then 404', async () => {
  const { ann, shown } = await annWith('first', 'second');
  const [second, first] = shown.map(pathOf);
  const [withApi, without] = [second ?? '', (first ?? '').replace('/api', '')];
  assert.deepEqual((await ann.api('GET', without)).body, shown[1]);
  for (const path of [withApi, without]) {
    const { status, text } = await ann.api('DELETE', path);
    assert.deepEqual([status, text], [200, '']);
    for (const method of ['DELETE', 'GET']) assert.equal((await ann.api(method, path)).status, 404);
  }
  assert.deepEqual(await list(ann), []);
});

test('notifications of others return 404 when read and 403 when changed; unknown ones 404', async () => {
  const { ann, bob, other, anonymous, shown } = await annWith('mine');
  const path = pathOf(shown[0]);
  for (const base of [path, path.replace('/api', '')]) {
    const status = async (person: Pick<Person, 'api'>, method: string) => (await person.api(method, base)).status;
    assert.deepEqual([await status(bob, 'GET'), await status(bob, 'DELETE')], [404, 403]);
    assert.deepEqual([await status(other, 'GET'), await status(other, 'DELETE')], [404, 404]);
    assert.deepEqual([await status(anonymous, 'GET'), await status(anonymous, 'DELETE')], [401, 401]);
  }
  assert.equal((await bob.api('POST', `${path}/read`)).status, 403);
  assert.equal((await other.api('POST', `${path}/read`)).status, 404);
  for (const id of ['999999999', 'abc', '0', '-1', '99999999999999999999']) {
    for (const base of ['/api/notifications', '/notifications']) {
      assert.equal((await ann.api('DELETE', `${base}/${id}`)).status, 404, `${base}/${id}`);
      assert.equal((await ann.api('GET', `${base}/${id}`)).status, 404, `${base}/${id}`);
    }
  }
  assert.deepEqual(await list(ann), shown);
});

test('deleting all affects only the own ones and returns 200 even without any', async () => {
  const { ann, bob } = await annWith('first', 'second');
  await notify(app, [bob], 'for bob');
  for (const _ of ['some', 'none']) {
    const { status, text } = await ann.api('DELETE', '/api/notifications');
    assert.deepEqual([status, text], [200, '']);
  }
  assert.deepEqual(await list(ann), []);
  assert.deepEqual(messages(await list(bob)), ['for bob']);
});

test('a signed-in browser reads at both addresses and deletes only from our own pages', async () => {
  const w = await annWith('first', 'second');
  const { cookie } = await signIn(w, w.ann);
  for (const [shown, base] of [
    [w.shown[0], ''],
    [w.shown[1], '/api'],
  ] as const) {
    const path = pathOf(shown).replace('/api', base);
    const ask = async (method: string, headers: Record<string, string> = {}) =>
      (await w.anonymous.api(method, path, undefined, { cookie, ...headers })).status;
    assert.equal(await ask('GET'), 200);
    assert.equal(await ask('DELETE'), 403);
    assert.equal(await ask('DELETE', { origin: 'https://evil.test' }), 403);
    assert.equal(await ask('DELETE', { origin: ORIGIN }), 200);
  }
});

test('of two concurrent deletions one returns 200 and the other 404', async () => {
  const { ann, shown } = await annWith('once');
  const answers = await Promise.all([1, 2, 3].map(() => ann.api('DELETE', pathOf(shown[0]))));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 404, 404],
  );
});
