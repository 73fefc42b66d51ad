/** Packages that stay packages beside the bundle: they read files of their own, are native, or are loaded on demand. */
export const PACKAGES = new Set([
  '@aws-sdk/client-s3',
  '@fastify/swagger',
  '@hyzyla/pdfium',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  '@zxcvbn-ts/core',
  '@zxcvbn-ts/language-common',
  'graphile-worker',
  'heic-decode',
  'mammoth',
  'nodemailer',
  'pg',
  'sharp',
]);
