import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { lastEventId, openEventStream } from '../../platform/http/event-stream.ts';
import { actorOf } from '../actor.ts';
import { openNotificationHub } from './notification-hub.ts';
import { notificationDocs } from './notifications.docs.ts';

/** Live notifications as server-sent events (docs/api/notifications.md#live-stream). */
export function notificationStreamRoutes(app: App, deps: Deps): void {
  const hub = openNotificationHub(deps);
  // Before the server waits for answers that go on.
  app.addHook('preClose', async () => hub.close());

  app.get('/api/notifications/stream', {
    // A HEAD would begin a stream that nobody reads.
    exposeHeadRoute: false,
    schema: notificationDocs.streamNotifications,
    handler: async (request, reply) => {
      // Whoever has left while the credential was looked up would never be seen to leave.
      if (request.raw.socket.destroyed) return reply.hijack();
      const after = lastEventId(request.headers);
      hub.watch(actorOf(request), after, (onClose) => openEventStream(reply, onClose));
      return reply;
    },
  });
}
