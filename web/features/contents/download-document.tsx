import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type VisitDocument, downloadUrl } from '../../api/visits.ts';
import { texts } from '../../texts/en.ts';
import { printSize } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';

/** Downloads a document; says how large it is. */
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
      {texts.contents.withSize(texts.contents.download, printSize(document.DocumentSize))}
    </Button>
  );
}
