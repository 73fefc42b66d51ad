import { binary, operations } from '../../platform/openapi/operations.ts';

const IMAGES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/tiff', 'image/avif'];

export const settingsDocs = operations('Settings', {
  getSettings: {
    summary: 'Get the settings',
    description: 'Returns all settings of the deployment. For site admins.',
    answers: { 200: 'The settings.' },
  },
  updateSettings: {
    summary: 'Change settings',
    description:
      'Changes the settings that the body names; others stay as they are. `PasswordPolicy` and `Branding` are merged key by ' +
      'key. `null` has a meaning here: no limit, or the default. For site admins.',
    bodyExample: { MaxLinkExpirationDays: 30, PasswordPolicy: { MinLength: 10 }, Branding: { Color: '#1a6b54' } },
    answers: {
      200: 'All settings after the change.',
      400: 'A setting is unknown or has a value of the wrong type.',
      403: 'The change weakens the protection of accounts, and the session was authenticated more than 10 minutes ago.',
    },
  },
  getLogo: {
    summary: 'Get the logo of the deployment',
    description: 'Returns the logo as a PNG of at most 512 pixels on the long side. For everybody in the deployment.',
    answers: {
      200: { description: 'The logo.', headers: ['ETag', 'Content-Length'], content: binary('image/png') },
      304: { description: 'Your copy is current.', headers: ['ETag'] },
      404: 'The deployment has no logo.',
      412: 'The logo has changed.',
    },
  },
  setLogo: {
    summary: 'Set the logo of the deployment',
    description:
      'Replaces the logo by the image in the body, at most 262 144 bytes, which is encoded again as a PNG. For site admins.',
    bodyContent: binary(...IMAGES),
    answers: {
      204: 'The logo was set.',
      400: 'The body is empty, or is not an image that can be read.',
      413: 'The image is larger than 262 144 bytes.',
      415: 'The body is not an image.',
    },
  },
  deleteLogo: {
    summary: 'Remove the logo of the deployment',
    description: 'Removes the logo. For site admins.',
    answers: { 204: 'The deployment has no logo.' },
  },
  getSignInBranding: {
    summary: 'Get the branding of the sign-in page',
    description:
      'Returns the name, color, and logo of the deployment if the instance has exactly one, and the name of the product if it ' +
      'has several. Public: no credential is needed.',
    answers: { 200: 'The branding.' },
  },
  getSignInLogo: {
    summary: 'Get the logo of the sign-in page',
    description:
      'Returns the logo of the only deployment of the instance, or of the deployment whose `LogoUri` names it with a key. Public: no ' +
      'credential is needed.',
    answers: {
      200: { description: 'The logo.', headers: ['Cache-Control'], content: binary('image/png') },
      404: 'There is no logo, the key is wrong, or the instance has several deployments and none is named.',
    },
  },
});
