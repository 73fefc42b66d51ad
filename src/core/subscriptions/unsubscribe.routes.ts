import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import type { App } from '../../platform/http/app-type.ts';
import { siteOf } from '../hosts/hosts.http.ts';
import { subscriptionDocs } from './subscriptions.docs.ts';
import { unsubscribe } from './unsubscribe.actions.ts';

/** Mail programs send `List-Unsubscribe=One-Click`. */
const BODY_MAX_BYTES = 4096;

const params = Type.Object({ token: Type.String({ description: 'The token of the email.' }) });

/** One-click unsubscribe (docs/api/users.md#unsubscribing). */
export function unsubscribeRoutes(app: App, deps: Deps): void {
  // Programs that check links in emails open this address, so it must not change anything.
  app.get('/api/unsubscribe/:token', {
    config: { public: true },
    schema: { hide: true, params },
    handler: async (request, reply) =>
      reply.redirect(`${siteOf(request).webUrl}/unsubscribe#${encodeURIComponent(request.params.token)}`, 303),
  });

  // In its own scope, because no other route accepts HTML forms.
  app.register(async (scope) => oneClickRoute(scope as unknown as App, deps));
}

function oneClickRoute(app: App, deps: Deps): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data'],
    { parseAs: 'buffer', bodyLimit: BODY_MAX_BYTES },
    (_request, _body, done) => done(null, undefined),
  );

  app.post('/api/unsubscribe/:token', {
    config: { public: true },
    schema: { ...subscriptionDocs.turnOffEmails, params, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await unsubscribe(deps, request.params.token);
      return reply.code(204).send(null);
    },
  });
}
