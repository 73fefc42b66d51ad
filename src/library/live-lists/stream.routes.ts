import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { invalidParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type EventStream, lastEventId, openEventStream } from '../../platform/http/event-stream.ts';
import { parseId } from '../../platform/values/ids.ts';
import { actorOf } from '../../core/actor.ts';
import { notificationDocs } from '../../core/notifications/notifications.docs.ts';
import { openNotificationHub } from '../../people/live-notifications/notification-hub.ts';
import { openListHub } from './list-hub.ts';

/** Per stream. */
const MAX_LISTS = 10;

const NO_LIST = { folderId: null, libraryId: null, documentId: null };

const StreamQuery = Type.Object({
  folders: Type.Optional(Type.Array(Type.String(), { description: 'Folders whose changes are announced.' })),
  libraries: Type.Optional(
    Type.Array(Type.String(), { description: 'Libraries for which changes of root folders are announced.' }),
  ),
  documents: Type.Optional(
    Type.Array(Type.String(), { description: 'Documents for which changes of comments are announced.' }),
  ),
});

/**
 * Live notifications and changes of open lists as server-sent events (docs/api/notifications.md#live-stream). Browsers
 * open few connections to one server, so one stream has both.
 */
export function streamRoutes(app: App, deps: Deps): void {
  const notifications = openNotificationHub(deps);
  const lists = openListHub(deps);
  // Before the server waits for open answers.
  app.addHook('preClose', async () => {
    lists.close();
    notifications.close();
  });

  app.get('/api/notifications/stream', {
    // A HEAD request would open a stream without a reader.
    exposeHeadRoute: false,
    config: { isBackground: true },
    schema: { ...notificationDocs.streamNotifications, querystring: StreamQuery },
    handler: async (request, reply) => {
      const { folders = [], libraries = [], documents = [] } = request.query;
      const wanted = [
        ...readIds(folders, 'folders').map((folderId) => ({ ...NO_LIST, folderId })),
        ...readIds(libraries, 'libraries').map((libraryId) => ({ ...NO_LIST, libraryId })),
        ...readIds(documents, 'documents').map((documentId) => ({ ...NO_LIST, documentId })),
      ];
      // If the client left during authentication, its close event has passed already.
      if (request.raw.socket.destroyed) return reply.hijack();
      const actor = actorOf(request);
      let stopWatching = () => {};
      const open = (onClose: () => void): EventStream => {
        const stream = openEventStream(reply, () => {
          stopWatching();
          onClose();
        });
        stopWatching = lists.watch(actor, wanted, stream);
        return stream;
      };
      notifications.watch(actor, lastEventId(request.headers), open);
      return reply;
    },
  });
}

function readIds(rawIds: string[], parameter: string): number[] {
  if (rawIds.length > MAX_LISTS) throw invalidParameter(parameter, `${parameter} must have at most ${MAX_LISTS} ids.`);
  const ids = rawIds.map((text) => {
    const id = parseId(text);
    if (id === null) throw invalidParameter(parameter, `${parameter} must be a comma-separated list of ids.`);
    return id;
  });
  return [...new Set(ids)];
}
