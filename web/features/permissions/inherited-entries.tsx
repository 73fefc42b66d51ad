import { Text, Title } from '@mantine/core';
import type { Permission, Place } from '../../api/answers.ts';
import { permissionMessages } from '../../messages/en/permissions.ts';
import { describeEntry, describeSource } from './descriptions.ts';
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
