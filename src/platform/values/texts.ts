/** Whether a text has control characters other than tabs and line breaks, or overrides of direction, which could make it look like another one. */
export function hasControls(text: string): boolean {
  return /[^\P{Cc}\t\r\n]|[\u202A-\u202E]/u.test(text);
}
