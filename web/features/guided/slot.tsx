import { Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useCallback } from 'react';
import { type VisitFolder, isFull } from '../../api/visits.ts';
import { messages } from '../../messages/en.ts';
import { HereLink } from '../contents/here-link.tsx';
import { AddFiles } from '../uploads/add-files.tsx';
import { DropPlace } from '../uploads/drop-zone.tsx';
import type { PickedFile } from '../uploads/upload.ts';
import type { Uploads } from '../uploads/uploads.ts';
import { useVisit } from '../visits/visit-context.ts';
import css from './guided.module.css';

const t = messages.guided;

/** A folder that requests files. */
export function Slot({ folder, uploads }: { folder: VisitFolder; uploads: Uploads }) {
  const { visit } = useVisit();
  const { FolderId: folderId, FolderName: name, DocumentCount: count = 0 } = folder;
  const add = useCallback(
    (picked: PickedFile[]) => void uploads.add({ kind: 'folder', folderId }, picked),
    [uploads, folderId],
  );
  return (
    <li>
      <DropPlace className={css.slot} onPick={add}>
        {count > 0 ? (
          <IconCircleCheckFilled className={css.slotFilled} size={28} aria-label={t.filled} role="img" />
        ) : (
          <IconCircleDashed size={28} aria-hidden />
        )}
        <div className={css.slotName}>
          <HereLink place={{ folder: folderId }}>{name}</HereLink>
          <Text size="sm" c="dimmed">
            {count > 0 ? t.has(count) : t.hasNone}
          </Text>
        </div>
        {isFull(visit) ? null : (
          <AddFiles
            label={t.add}
            fullLabel={t.addTo(name)}
            size="sm"
            variant={count > 0 ? 'default' : 'filled'}
            onPick={add}
          />
        )}
      </DropPlace>
    </li>
  );
}
