import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { missingParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { sendPng } from '../../platform/http/files/send-png.ts';
import { LOGO_MAX_BYTES } from './logo.ts';
import { changeLogo } from './settings.actions.ts';
import { readLogo } from './settings.queries.ts';
import { settingsDocs } from './settings.docs.ts';

const path = '/api/settings/logo';

/** The deployment's logo: visible to everybody in it, changed by site admins. */
export function logoRoutes(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    schema: settingsDocs.getLogo,
    handler: async (request, reply) => {
      const logo = await readLogo(deps.sql, actorOf(request).deploymentId);
      if (logo === null) throw notFound('logo');
      const hash = createHash('sha256').update(logo).digest('hex');
      await sendPng(request, reply, { bytes: logo.length, hash, read: async () => logo });
      return reply;
    },
  });

  // In its own scope, because no other route accepts images as bodies.
  app.register(async (scope) => logoAdminRoutes(scope as unknown as App, deps));
}

function logoAdminRoutes(app: App, deps: Deps): void {
  app.addContentTypeParser(/^image\//i, { parseAs: 'buffer', bodyLimit: LOGO_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.put(path, {
    config: { role: 'siteAdmin' },
    schema: { ...settingsDocs.setLogo, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
        throw missingParameter('body', 'Send the image as the body, with its image type as Content-Type.');
      }
      await changeLogo(deps, actorOf(request), request.body);
      return reply.code(204).send(null);
    },
  });

  app.delete(path, {
    config: { role: 'siteAdmin' },
    schema: { ...settingsDocs.deleteLogo, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await changeLogo(deps, actorOf(request), null);
      return reply.code(204).send(null);
    },
  });
}
