/** Copies text to the clipboard and returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Browsers refuse without TLS, or too long after a click. The text can still be copied manually.
    return false;
  }
}
