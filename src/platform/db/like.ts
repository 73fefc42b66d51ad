/** A `like` pattern that matches values containing the text. */
export function containing(text: string): string {
  return `%${literal(text)}%`;
}

/** A `like` pattern that matches values beginning with the text. */
export function beginning(text: string): string {
  return `${literal(text)}%`;
}

function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
