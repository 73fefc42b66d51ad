/** Helpers for tests of the service on S3. */
import { randomBytes } from 'node:crypto';
import type { S3Place } from '../../../src/platform/blobs/s3/bucket.ts';
import type { Environment, Service } from '../service.ts';

/** The settings that store contents in the bucket. */
export function environmentOf({ bucket, prefix, endpoint, credentials }: S3Place): Environment {
  return {
    BLOB_URL: `s3://${bucket}/${prefix}?endpoint=${endpoint}`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

/** Creates a folder in the personal library of the first user. */
export async function homeFolder({ admin }: Service): Promise<number> {
  const me = await admin.api('GET', '/api/users/me');
  return admin.folder(me.body.PersonalLibraryId, `Home ${randomBytes(4).toString('hex')}`);
}
