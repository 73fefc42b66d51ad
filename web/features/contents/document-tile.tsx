import { ActionIcon, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { type VisitDocument, downloadUrl, thumbnailUrl } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { formatSize } from '../../ui/format.ts';
import { useVisit } from '../visits/visit-context.ts';
import { HereLink } from './here-link.tsx';
import css from '../../ui/page.module.css';

/** A document in a folder: its thumbnail, which opens it, and a download button. */
export function DocumentTile({ document, folderId }: { document: VisitDocument; folderId: number }) {
  const { link, visit } = useVisit();
  const { DocumentId: documentId, DocumentName: name, DocumentSize: size } = document;
  return (
    <li className={css.tile}>
      <HereLink place={{ folder: folderId, document: documentId }} className={css.tileOpen}>
        <img src={thumbnailUrl(link, documentId, 256)} alt="" loading="lazy" decoding="async" />
        <span className={css.tileName}>{name}</span>
      </HereLink>
      <div className={css.tileFoot}>
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
