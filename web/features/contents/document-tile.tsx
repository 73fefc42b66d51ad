import { ActionIcon, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type VisitDocument, downloadUrl, thumbnailUrl } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';
import { HereLink } from './here-link.tsx';

/** A document in a folder: its thumbnail, which opens it, and a download button. */
export function DocumentTile({ document, folderId }: { document: VisitDocument; folderId: number }) {
  const { link, visit } = useVisit();
  const { DocumentId: documentId, DocumentName: name, DocumentSize: size } = document;
  return (
    <li className="tile">
      <HereLink place={{ folder: folderId, document: documentId }} className="tile-open">
        <img src={thumbnailUrl(link, documentId, 256)} alt="" loading="lazy" decoding="async" />
        <span className="tile-name">{name}</span>
      </HereLink>
      <div className="tile-foot">
        <Text size="xs" c="dimmed">
          {formatSize(size)}
        </Text>
        {visit.Allow.Download ? (
          <ActionIcon
            component="a"
            href={downloadUrl(link, documentId)}
            download
            variant="subtle"
            size="lg"
            aria-label={messages.contents.downloadOne(name)}
          >
            <IconDownload size={20} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
    </li>
  );
}
