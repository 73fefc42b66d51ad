/**
 * The inline markup of notifications (docs/api/notifications.md#message-markup): `[@Key=id]text[/]`. Names come from
 * users, so characters that would start markup, and backslashes, are escaped with a backslash.
 */
export type MentionKey = 'UserId' | 'DocumentId' | 'FolderId' | 'LibraryId' | 'TaskId' | 'SavedSearchId';

/** Text that represents and links to an object. */
export function mention(key: MentionKey, id: number, text: string): string {
  return `[@${key}=${id}]${escapeMarkup(text)}[/]`;
}

/** Escapes text so that none of it is markup. */
export function escapeMarkup(text: string): string {
  return text.replaceAll(/[\\[]/g, String.raw`\$&`);
}
