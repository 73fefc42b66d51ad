/** Half-written texts, which the tab keeps while the reader looks elsewhere, and across reloads. */

const PREFIX = 'carrel.draft.';
const OWNER = 'carrel.drafts.of';

/** The kept text; null if there is none. */
export const keptDraft = (key: string): string | null => reach((storage) => storage.getItem(PREFIX + key)) ?? null;

/** Keeps a text; null forgets it. */
export function keepDraft(key: string, text: string | null): void {
  reach((storage) => (text === null ? storage.removeItem(PREFIX + key) : storage.setItem(PREFIX + key, text)));
}

/** Forgets all texts, unless this person wrote them: somebody else may sign in in the same tab. Null: nobody is signed in. */
export function keepDraftsOf(userId: number | null): void {
  reach((storage) => {
    if (userId !== null && storage.getItem(OWNER) === String(userId)) return;
    for (const key of Object.keys(storage)) if (key.startsWith(PREFIX)) storage.removeItem(key);
    if (userId === null) storage.removeItem(OWNER);
    else storage.setItem(OWNER, String(userId));
  });
}

// Browsers can block storage.
function reach<Kept>(use: (storage: Storage) => Kept): Kept | undefined {
  try {
    return use(window.sessionStorage);
  } catch {
    return undefined;
  }
}
