import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { missingParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { actorOf } from '../actor.ts';
import { sendPng } from '../../platform/http/send-png.ts';
import { LOGO_MAX_BYTES } from './logo.ts';
import { changeLogo } from './settings.actions.ts';
import { readLogo } from './settings.queries.ts';

const path = '/api/settings/logo';

const LOGO_RESPONSES = {
  200: { description: 'The logo.', content: { 'image/png': { schema: Type.String({ format: 'binary' }) } } },
  304: { description: 'The copy named by If-None-Match is good.', type: 'null' },
};

/** The deployment's logo: everybody in it sees it, site admins change it. */
export function logoRoutes(app: App, deps: Deps, tags: string[]): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: path,
    config: { describe: { response: LOGO_RESPONSES } },
    schema: { tags, summary: 'Get the logo, a PNG of at most 512 px' },
    handler: async (request, reply) => {
      const logo = await readLogo(deps.sql, actorOf(request).deploymentId);
      if (logo === null) throw notFound('logo');
      const hash = createHash('sha256').update(logo).digest('hex');
      return sendPng(request, reply, { bytes: logo.length, hash, read: async () => logo });
    },
  });

  // In a scope of its own: nowhere else are images taken as bodies.
  app.register(async (scope) => logoAdminRoutes(scope as unknown as App, deps, tags));
}

function logoAdminRoutes(app: App, deps: Deps, tags: string[]): void {
  app.addContentTypeParser(/^image\//i, { parseAs: 'buffer', bodyLimit: LOGO_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.put(path, {
    config: { role: 'siteAdmin', describe: { body: Type.String({ format: 'binary' }) } },
    schema: {
      tags,
      summary: 'Set the logo: an image of at most 256 kB as the body',
      consumes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/avif'],
      response: { 204: Type.Null() },
    },
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
    schema: { tags, summary: 'Remove the logo', response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await changeLogo(deps, actorOf(request), null);
      return reply.code(204).send(null);
    },
  });
}
