import { Text, Title } from '@mantine/core';
import type { Permission, Place } from '../../api/answers.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { describeEntry } from './descriptions.ts';

const t = permissionMessages.above;

/** What holds here because it was t further up, with where that is. */
export function InheritedEntries({ entries, place }: { entries: Permission[]; place: Place }) {
  return (
    <section>
      <Title order={3} size="h5">
        {t.title}
      </Title>
      {entries.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      ) : null}
      <ul>
        {entries.map((entry) => (
          <li key={`${entry.InheritedFrom} ${entry.UserId} ${entry.GroupId}`} className="grant-above">
            <strong>{entry.Name}</strong> {describeEntry(entry)}, {describeSource(entry, place)}
          </li>
        ))}
      </ul>
    </section>
  );
}

// The address of what has the entry; names that one may not read are not in the place.
function describeSource({ InheritedFrom = '' }: Permission, { LibraryName, Path }: Place): string {
  const folderId = /\/folders\/(\d+)$/.exec(InheritedFrom)?.[1];
  if (folderId === undefined) return t.library(LibraryName);
  return t.folder(Path.find(({ FolderId }) => FolderId === Number(folderId))?.FolderName ?? null);
}
