import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendEmpty } from '../../platform/http/files/empty-answer.ts';
import { cutPage, pageQuery, readPage } from '../../platform/http/paging.ts';
import { actorOf } from '../actor.ts';
import { accessNotification } from './notifications.access.ts';
import {
  dismissNotification,
  dismissNotifications,
  readNotification,
  readNotifications,
} from './notifications.actions.ts';
import { presentNotification } from './notifications.presenter.ts';
import { listNotifications } from './notifications.queries.ts';
import { NotificationParams, NotificationSchema } from './notifications.schema.ts';
import { notificationDocs, unprefixedNotificationDocs } from './notifications.docs.ts';

/** Default `top` of the list of all notifications; the list of unread ones is complete by default. */
const DEFAULT_TOP = 100;

const listSchema = {
  querystring: Type.Object(pageQuery),
  response: { 200: Type.Array(NotificationSchema) },
};

export function notificationRoutes(app: App, deps: Deps): void {
  listRoutes(app, deps);
  // Clients follow links of notifications with and without `/api` (docs/api/notifications.md#operations).
  singleRoutes(app, deps, '/api/notifications', notificationDocs);
  singleRoutes(app, deps, '/notifications', unprefixedNotificationDocs);

  app.delete('/api/notifications', {
    schema: { ...notificationDocs.deleteNotifications },
    handler: async (request, reply) => {
      await dismissNotifications(deps, actorOf(request));
      return sendEmpty(reply);
    },
  });

  app.post('/api/notifications/read', {
    schema: { ...notificationDocs.markAllNotificationsRead, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await readNotifications(deps, actorOf(request));
      return reply.code(204).send(null);
    },
  });

  app.post('/api/notifications/:notificationId/read', {
    schema: {
      ...notificationDocs.markNotificationRead,
      params: NotificationParams,
      response: { 200: NotificationSchema },
    },
    handler: async (request) => {
      const row = await readNotification(deps, actorOf(request), request.params.notificationId);
      return presentNotification(row, deps.config.baseUrl);
    },
  });
}

function listRoutes(app: App, deps: Deps): void {
  app.get('/api/notifications', {
    schema: { ...notificationDocs.listNotifications, ...listSchema },
    handler: async (request, reply) => list(deps, request, reply, { onlyUnread: false }),
  });

  app.get('/api/notifications/unread', {
    schema: { ...notificationDocs.listUnreadNotifications, ...listSchema },
    handler: async (request, reply) => list(deps, request, reply, { onlyUnread: true }),
  });
}

function singleRoutes(app: App, deps: Deps, base: string, docs: typeof unprefixedNotificationDocs): void {
  app.get(`${base}/:notificationId`, {
    schema: { ...docs.getNotification, params: NotificationParams, response: { 200: NotificationSchema } },
    handler: async (request) => {
      const row = await accessNotification(deps.sql, actorOf(request), request.params.notificationId);
      return presentNotification(row, deps.config.baseUrl);
    },
  });

  app.delete(`${base}/:notificationId`, {
    schema: { ...docs.deleteNotification, params: NotificationParams },
    handler: async (request, reply) => {
      await dismissNotification(deps, actorOf(request), request.params.notificationId);
      return sendEmpty(reply);
    },
  });
}

async function list(
  { sql, config }: Deps,
  request: FastifyRequest<{ Querystring: { top?: number; after?: string } }>,
  reply: FastifyReply,
  which: { onlyUnread: boolean },
) {
  const usual = which.onlyUnread ? {} : { top: DEFAULT_TOP };
  const page = readPage<[number]>({ ...usual, ...request.query }, ['number']);
  const rows = await listNotifications(sql, actorOf(request), page, which);
  const kept = cutPage({ request, reply, baseUrl: config.baseUrl }, page, rows, (row) => [row.notificationId]);
  return kept.map((row) => presentNotification(row, config.baseUrl));
}
