import { answered, follow, hasAll, holds, isTime, refused, same } from '../checks.ts';
import type { Answer } from '../client.ts';
import { type Page, rule } from '../rule.ts';
import type { Person, World } from '../world.ts';
import { firstEvents } from './events.ts';

export const notifications: Page = {
  page: 'docs/api/notifications.md',
  rules: [
    rule('notification-object', 'a notification has its properties', async (w) => {
      const { notification } = await notified(w);
      hasAll(notification, notification.body, ['NotificationDate', 'Message', 'IsRead', 'Links.Self']);
      isTime(notification, notification.body.at('NotificationDate'), 'NotificationDate');
      same(notification, notification.body.at('IsRead'), false, 'IsRead');
    }),
    rule('operations', 'the newest comes first, and top limits the list', async (w) => {
      const { person } = await notified(w);
      const second = await grant(w, person);
      const list = answered(await person.get('/api/notifications?top=1'), 200);
      same(list, list.body.list().length, 1, 'the number of notifications');
      holds(list, String(list.body.each('Message')[0]).includes(`[@FolderId=${second}]`), 'the newest notification');
      for (const top of ['0', '1001', 'x']) refused(await person.get(`/api/notifications?top=${top}`), 400);
    }),
    rule('operations', 'listing does not mark as read, and read ones are not unread', async (w) => {
      const { person, path } = await notified(w);
      const unread = async () => {
        const answer = answered(await person.get('/api/notifications/unread'), 200);
        return [answer, answer.body.list().length] as const;
      };
      answered(await person.get('/api/notifications'), 200);
      const [before, count] = await unread();
      same(before, count, 1, 'the number of unread ones');
      const read = answered(await person.post(`${path}/read`), 200);
      same(read, read.body.at('IsRead'), true, 'IsRead');
      const [after, left] = await unread();
      same(after, left, 0, 'the number of unread ones');
      answered(await person.post('/api/notifications/read'), 204);
    }),
    rule('operations', 'one is deleted at its address, with and without /api', async (w) => {
      for (const prefix of ['/api', '']) {
        const { person, path } = await notified(w);
        const address = `${prefix}${path.replace(/^\/api/, '')}`;
        answered(await person.get(address), 200);
        const answer = answered(await person.remove(address), 200);
        same(answer, answer.text, '', 'body');
        refused(await person.get(path), 404);
      }
    }),
    rule('operations', "somebody else's is 404 to read and 403 to delete", async (w) => {
      const { path } = await notified(w);
      refused(await w.admin.get(path), 404);
      refused(await w.admin.remove(path), 403);
    }),
    rule('operations', 'DELETE of the list removes all', async (w) => {
      const { person } = await notified(w);
      answered(await person.remove('/api/notifications'), 200);
      const list = answered(await person.get('/api/notifications'), 200);
      same(list, list.body.value, [], 'the notifications');
    }),
    rule('message-markup', 'a name cannot forge a mention', async (w) => {
      const person = await w.addPerson('Forged');
      const folderId = await grant(w, person, '[@UserId=1]Boss[x]');
      const list = answered(await person.get('/api/notifications'), 200);
      const message = String(list.body.each('Message')[0]);
      holds(list, message.includes(`[@FolderId=${folderId}]\\[@UserId=1]Boss\\[x]`), 'escaped brackets', message);
    }),
    rule('live-stream', 'the count of unread ones comes first, then new ones', async (w) => {
      const { person } = await notified(w);
      const [first, second] = await firstEvents(w.target.url, person.token, async () => {
        await grant(w, person);
      });
      const answer = await person.get('/api/notifications');
      same(answer, [first?.event, first?.data.at('UnreadCount')], ['unread', 1], 'the first event');
      same(answer, [second?.event, second?.data.at('UnreadCount')], ['notification', 2], 'the second event');
    }),
  ],
};

async function notified(w: World): Promise<{ person: Person; path: string; notification: Answer }> {
  const person = await w.addPerson('Notified');
  await grant(w, person);
  const list = answered(await person.get('/api/notifications'), 200);
  const path = follow(list.body.list()[0]?.string('Links.Self') ?? '').replace(/^(?:\/api)?/, '/api');
  return { person, path, notification: answered(await person.get(path), 200) };
}

async function grant(w: World, person: Person, name = 'Granted'): Promise<number> {
  const folderId = await w.folder(name);
  const entries = [{ UserId: person.userId, Allow: ['Read'] }];
  answered(await w.owner.put(`/api/folders/${folderId}/permissions`, entries), 200);
  return folderId;
}
