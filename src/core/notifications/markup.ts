/**
 * The inline markup of notifications (docs/api/notifications.md#message-markup): `[@Key=id]text[/]`. Names are written by
 * people, so what would begin markup in them is escaped with a backslash, and so is the backslash.
 */
export type MentionKey = 'UserId' | 'DocumentId' | 'FolderId' | 'LibraryId' | 'TaskId';

/** Text that stands for a thing and leads to it. */
export function mention(key: MentionKey, id: number, text: string): string {
  return `[@${key}=${id}]${escapeMarkup(text)}[/]`;
}

/** Text that is nothing but text, whatever is in it. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\\[]/g, String.raw`\$&`);
}
