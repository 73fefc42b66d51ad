import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type VisitDocument, downloadUrl } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';

/** Downloads a document and shows its size. */
export function DownloadDocument({ document }: { document: Pick<VisitDocument, 'DocumentId' | 'DocumentSize'> }) {
  const { link } = useVisit();
  return (
    <Button
      component="a"
      href={downloadUrl(link, document.DocumentId)}
      download
      size="md"
      leftSection={<IconDownload size={20} aria-hidden />}
    >
      {messages.contents.withSize(messages.contents.download, formatSize(document.DocumentSize))}
    </Button>
  );
}
