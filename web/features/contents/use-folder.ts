import { useInfiniteQuery } from '@tanstack/react-query';
import { type VisitFolderContents, getFolder } from '../../api/visits.ts';
import { type NextPage, nextPageOf } from '../../ui/more-button.tsx';
import { useVisit } from '../visits/visit-context.ts';

/** The loaded part of a folder. */
export type FolderQuery = {
  folders: VisitFolderContents['Folders'];
  documents: VisitFolderContents['Documents'];
  path: VisitFolderContents['Path'];
  isLoading: boolean;
  error: Error | null;
  retry: () => void;
  next: NextPage;
};

/** Fetches a folder page by page. */
export function useFolder(folderId: number): FolderQuery {
  const { link } = useVisit();
  const query = useInfiniteQuery({
    queryKey: ['folder', link.reference, folderId],
    queryFn: ({ pageParam }) => getFolder(link, folderId, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ after }) => after,
  });
  const pages = query.data?.pages.map(({ body }) => body) ?? [];
  return {
    folders: pages.flatMap(({ Folders }) => Folders),
    documents: pages.flatMap(({ Documents }) => Documents),
    path: pages[0]?.Path ?? [],
    isLoading: query.isPending,
    error: query.data === undefined ? query.error : null,
    retry: () => void query.refetch(),
    next: nextPageOf(query),
  };
}
