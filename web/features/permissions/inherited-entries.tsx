import { Text, Title } from '@mantine/core';
import type { Permission, Place } from '../../api/answers.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { describeEntry } from './descriptions.ts';
import css from './permissions.module.css';

const t = permissionMessages.above;

/** Inherited entries with their source. */
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
          <li key={`${entry.InheritedFrom} ${entry.UserId} ${entry.GroupId}`} className={css.grantAbove}>
            <strong>{entry.Name}</strong> {describeEntry(entry)}, {describeSource(entry, place)}
          </li>
        ))}
      </ul>
    </section>
  );
}

// The page of the object that has the entry. The place leaves out names that the person cannot read.
function describeSource({ InheritedFrom = '' }: Permission, { LibraryName, Path }: Place): string {
  const folderId = /\/folders\/(\d+)$/.exec(InheritedFrom)?.[1];
  if (folderId === undefined) return t.library(LibraryName);
  return t.folder(Path.find(({ FolderId }) => FolderId === Number(folderId))?.FolderName ?? null);
}
