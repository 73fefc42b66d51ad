import { Text } from '@mantine/core';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useCallback } from 'react';
import type { VisitFolder } from '../../api/visits.ts';
import { texts } from '../../texts/en.ts';
import { HereLink } from '../contents/here-link.tsx';
import { AddFiles } from '../uploads/add-files.tsx';
import { DropPlace } from '../uploads/drop-zone.tsx';
import type { Picked } from '../uploads/upload.ts';
import type { Uploads } from '../uploads/uploads.ts';
import './guided.css';

const said = texts.guided;

/** A folder that waits for files, or has some. */
export function Slot({ folder, uploads }: { folder: VisitFolder; uploads: Uploads }) {
  const { FolderId: folderId, FolderName: name, DocumentCount: count = 0 } = folder;
  const add = useCallback(
    (picked: Picked[]) => void uploads.add({ kind: 'folder', folderId }, picked),
    [uploads, folderId],
  );
  return (
    <li>
      <DropPlace className="slot" onPick={add}>
        {count > 0 ? (
          <IconCircleCheckFilled className="slot-filled" size={28} aria-label={said.filled} role="img" />
        ) : (
          <IconCircleDashed size={28} aria-hidden />
        )}
        <div className="slot-name">
          <HereLink place={{ folder: folderId }}>{name}</HereLink>
          <Text size="sm" c="dimmed">
            {count > 0 ? said.has(count) : said.hasNone}
          </Text>
        </div>
        <AddFiles
          label={said.add}
          fullLabel={said.addTo(name)}
          size="sm"
          variant={count > 0 ? 'default' : 'filled'}
          onPick={add}
        />
      </DropPlace>
    </li>
  );
}
