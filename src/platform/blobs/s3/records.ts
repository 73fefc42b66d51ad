/** Small records in the bucket, each an object that is written once. */
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3';
import { createHash } from 'node:crypto';
import { type Bucket, type S3Place, isNamed, awaitS3 } from './bucket.ts';
import type { RecordStore } from '../store.ts';

/** Object names count sequences down, because servers list in one direction only: the newest comes first. */
const HIGHEST = 999_999_999_999;

export function recordsIn(bucket: Bucket, place: S3Place): RecordStore {
  const { client, at } = bucket;
  return {
    id: idOf([place.bucket, place.prefix]),
    earlierId: idOf([place.endpoint, place.bucket, place.prefix]),
    async newest(folder) {
      const { Bucket, Key: Prefix } = at(`${folder}/`);
      const listed = await awaitS3(client.send(new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: 1 })));
      const Key = listed.Contents?.[0]?.Key;
      if (Key === undefined) return undefined;
      const { Body } = await awaitS3(client.send(new GetObjectCommand({ Bucket, Key })));
      return awaitS3(Body?.transformToString() ?? Promise.resolve(''));
    },
    async add(folder, sequence, text) {
      const name = `${folder}/${String(HIGHEST - sequence).padStart(12, '0')}`;
      try {
        await client.send(new PutObjectCommand({ ...at(name), Body: text, IfNoneMatch: '*' }));
        return true;
      } catch (error) {
        if (isNamed(error, 'PreconditionFailed', 'ConditionalRequestConflict')) return false;
        return awaitS3(Promise.reject(error));
      }
    },
  };
}

function idOf(names: (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 16);
}
