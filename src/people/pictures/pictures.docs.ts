import { binary, operations } from '../../platform/openapi/operations.ts';

export const pictureDocs = operations('Users', {
  getUserPicture: {
    summary: 'Get the picture of a user',
    description:
      'Returns the picture as a square PNG. For everyone in the deployment. With the `v` of the current `PictureUri`, clients ' +
      'can keep the answer for a year.',
    answers: {
      200: { description: 'The picture.', headers: ['ETag', 'Content-Length'], content: binary('image/png') },
      304: { description: 'Your copy is current.', headers: ['ETag'] },
      404: 'No such user exists in the deployment, or the user has no picture.',
      412: 'The picture has changed.',
    },
  },
  setOwnPicture: {
    summary: 'Set your picture',
    description:
      'Replaces your picture by the square in the middle of the image in the body: a PNG, JPEG or WebP of at most 5 242 880 bytes. ' +
      'It is encoded again in several sizes, without metadata.',
    bodyContent: binary('image/png', 'image/jpeg', 'image/webp'),
    answers: {
      204: 'The picture was set.',
      400: 'The body is empty, or is not a PNG, JPEG or WebP image that can be read.',
      413: 'The image is larger than 5 242 880 bytes.',
      415: 'The body is not an image.',
      429: 'You have sent 30 images within the hour.',
      503: 'Too many images are being processed, or this server cannot process any.',
    },
  },
  deleteOwnPicture: {
    summary: 'Remove your picture',
    description: 'Removes your picture.',
    answers: { 204: 'You have no picture.' },
  },
  deleteUserPicture: {
    summary: 'Remove the picture of a user',
    description: 'Removes the picture of a user. For the user and site admins.',
    answers: {
      204: 'The user has no picture.',
      403: 'You are neither the user nor a site admin.',
      404: 'No such user exists in the deployment.',
    },
  },
});
