import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getFolderSize, zipUrl } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';

/** Downloads a folder as one archive, which browsers can resume, and shows its size. */
export function DownloadAll({ folderId, variant = 'filled' }: { folderId: number; variant?: 'filled' | 'default' }) {
  const { link } = useVisit();
  const { data: size } = useQuery({
    queryKey: ['folder-size', link.reference, folderId],
    queryFn: () => getFolderSize(link, folderId),
  });
  if (size?.Documents === 0) return null;
  const label = messages.contents.downloadAll;
  return (
    <Button
      component="a"
      href={zipUrl(link, folderId)}
      download
      size="md"
      variant={variant}
      leftSection={<IconDownload size={20} aria-hidden />}
    >
      {size === undefined ? label : messages.contents.withSize(label, formatSize(size.Bytes))}
    </Button>
  );
}
