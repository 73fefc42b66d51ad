/** Puts a text into the clipboard; whether the browser has let us. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not on a page without TLS, or not so long after a click: the text can still be copied by hand.
    return false;
  }
}
