import { Type } from 'typebox';
import type { Deps } from '../../platform/deps.ts';
import { missingParameter, notFound } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { sendPng } from '../../platform/http/files/send-png.ts';
import { actorOf } from '../../core/actor.ts';
import { UserParams } from '../users/users.schema.ts';
import { PICTURE_MAX_BYTES, PICTURE_SIZES } from './encode-picture.ts';
import { removePicture, setPicture } from './pictures.actions.ts';
import { pictureDocs } from './pictures.docs.ts';
import { findPicture } from './pictures.queries.ts';

const PictureQuery = Type.Object({
  size: Type.Optional(
    Type.Integer({ enum: [...PICTURE_SIZES], default: PICTURE_SIZES[1], description: 'Pixels a side.' }),
  ),
  v: Type.Optional(Type.String({ description: 'The version of the picture, from `PictureUri`.' })),
});

/** docs/api/users.md#pictures */
export function pictureRoutes(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/users/:userId/picture',
    schema: { ...pictureDocs.getUserPicture, params: UserParams, querystring: PictureQuery },
    handler: async (request, reply) => {
      const { size = PICTURE_SIZES[1], v } = request.query;
      const key = { deploymentId: actorOf(request).deploymentId, userId: request.params.userId };
      const picture = await findPicture(deps.sql, key, size);
      if (picture === undefined) throw notFound('picture');
      const { png, hash, version } = picture;
      await sendPng(request, reply, { bytes: png.length, hash, isFixed: v === version, read: async () => png });
      return reply;
    },
  });

  app.delete('/api/users/:userId/picture', {
    schema: { ...pictureDocs.deleteUserPicture, params: UserParams, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await removePicture(deps, actorOf(request), request.params.userId);
      return reply.code(204).send(null);
    },
  });

  app.delete('/api/users/me/picture', {
    schema: { ...pictureDocs.deleteOwnPicture, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      await removePicture(deps, actorOf(request), actorOf(request).userId);
      return reply.code(204).send(null);
    },
  });

  // In its own scope, because few routes accept images as bodies.
  app.register(async (scope) => uploadRoute(scope as unknown as App, deps));
}

function uploadRoute(app: App, deps: Deps): void {
  app.addContentTypeParser(/^image\//i, { parseAs: 'buffer', bodyLimit: PICTURE_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  );

  app.put('/api/users/me/picture', {
    schema: { ...pictureDocs.setOwnPicture, response: { 204: Type.Null() } },
    handler: async (request, reply) => {
      if (!Buffer.isBuffer(request.body) || request.body.length === 0) {
        throw missingParameter('body', 'Send the image as the body, with its image type as Content-Type.');
      }
      await setPicture(deps, actorOf(request), request.body);
      return reply.code(204).send(null);
    },
  });
}
