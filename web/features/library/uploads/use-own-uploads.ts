import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { ApiError, SIGNED_OUT } from '../../../api/client.ts';
import { useMe } from '../../shell/use-me.ts';
import type { Upload } from '../../uploads/upload.ts';
import type { Uploads } from '../../uploads/uploads.ts';
import { ownUploads } from './own-uploads.ts';

const isSignedOut = (error: Error | null) => error instanceof ApiError && error.status === 401;

/** The person's uploads. Lists refresh after each stored file. */
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
  return { uploads, list };
}

/**
 * Resumes uploads that were refused because the session had ended. The frame of the pages is shown again after sign-in; a
 * refusal may also arrive later than that. Each upload is resumed once, so that an ended session is not asked again and again.
 */
export function useResumption({ uploads, list }: ReturnType<typeof useOwnUploads>): void {
  const resumed = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, state, error } of list) {
      if (state !== 'failed' || !isSignedOut(error) || resumed.current.has(id)) continue;
      resumed.current.add(id);
      uploads.resume(id);
    }
  }, [uploads, list]);
}
