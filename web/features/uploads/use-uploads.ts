import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isRefusal } from '../../api/client.ts';
import { useVisit } from '../visits/visit-context.ts';
import { isVisitLost } from '../visits/lost-visit.ts';
import type { Upload } from './upload.ts';
import type { Uploads } from './uploads.ts';
import { uploadsOf } from './visit-uploads.ts';

/** The uploads of the visit and their actions. Lists refresh after each stored file. */
export function useUploads(): { uploads: Uploads; list: readonly Upload[] } {
  const { link } = useVisit();
  const queries = useQueryClient();
  const uploads = uploadsOf(link, {
    // The visit says what can still be uploaded.
    onStored: () => {
      for (const noun of ['visit', 'folder', 'folder-size', 'document']) {
        void queries.invalidateQueries({ queryKey: [noun, link.reference] }, { cancelRefetch: false });
      }
    },
    onRefused: (error) => {
      if (isVisitLost(error) || isRefusal(error)) void queries.invalidateQueries({ queryKey: ['visit'] });
    },
  });
  const list = useSyncExternalStore(uploads.subscribe, uploads.list);
  return { uploads, list };
}

/** The number, size and states of several uploads. */
export type Totals = {
  count: number;
  /** Uploads that need nothing more; `present` of them were skipped, because the same file is there already. */
  done: number;
  present: number;
  bytes: number;
  sent: number;
  active: number;
  paused: number;
  /** Uploads that can be retried. */
  failed: number;
  lost: number;
};

/** Adds the totals. */
export function totalsOf(list: readonly Upload[]): Totals {
  const count = (...states: Upload['state'][]) => list.filter(({ state }) => states.includes(state)).length;
  return {
    count: list.length,
    done: count('done', 'present'),
    present: count('present'),
    bytes: list.reduce((sum, { size }) => sum + size, 0),
    sent: list.reduce((sum, { sent }) => sum + sent, 0),
    active: count('waiting', 'sending', 'storing'),
    paused: count('paused'),
    failed: list.filter(({ canRetry }) => canRetry).length,
    lost: count('lost'),
  };
}
