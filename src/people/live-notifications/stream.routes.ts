import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { lastEventId, openEventStream } from '../../platform/http/event-stream.ts';
import { actorOf } from '../../core/actor.ts';
import { openNotificationHub } from './notification-hub.ts';
import { notificationDocs } from '../../core/notifications/notifications.docs.ts';

/** Live notifications as server-sent events (docs/api/notifications.md#live-stream). */
export function notificationStreamRoutes(app: App, deps: Deps): void {
  const hub = openNotificationHub(deps);
  // Before the server waits for open answers.
  app.addHook('preClose', async () => hub.close());

  app.get('/api/notifications/stream', {
    // A HEAD request would open a stream without a reader.
    exposeHeadRoute: false,
    schema: notificationDocs.streamNotifications,
    handler: async (request, reply) => {
      // If the client left during authentication, its close event has passed already.
      if (request.raw.socket.destroyed) return reply.hijack();
      const after = lastEventId(request.headers);
      hub.watch(actorOf(request), after, (onClose) => openEventStream(reply, onClose));
      return reply;
    },
  });
}
