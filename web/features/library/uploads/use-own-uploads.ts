import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, SIGNED_OUT } from '../../../api/client.ts';
import { useMe } from '../../shell/use-me.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { ownUploads } from './own-uploads.ts';

const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401;

/** The person's uploads. Lists refresh after each stored file, and uploads of an ended session resume after sign-in. */
export function useOwnUploads(): { uploads: Uploads; list: readonly Upload[] } {
  const { UserId } = useMe();
  const queries = useQueryClient();
  const uploads = ownUploads(UserId, {
    onStored: () => {
      for (const noun of ['listing', 'document', 'revisions']) {
        void queries.invalidateQueries({ queryKey: [noun] }, { cancelRefetch: false });
      }
    },
    onRefused: (error) => {
      if (isSignedOut(error)) window.dispatchEvent(new Event(SIGNED_OUT));
    },
  });
  const list = useSyncExternalStore(uploads.subscribe, uploads.list);
  useEffect(() => {
    for (const { id, state, error } of uploads.list()) {
      if (state === 'failed' && isSignedOut(error)) uploads.resume(id);
    }
  }, [uploads]);
  return { uploads, list };
}
