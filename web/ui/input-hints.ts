/** Attributes of fields for on-screen keyboards: their layout, the label of their Enter key, and that nothing is filled in. */

const WITHOUT_HELP = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Fields that filter or search while a person types. */
export const SEARCH_HINTS = { ...WITHOUT_HELP, inputMode: 'search', enterKeyHint: 'search' } as const;

/** Names of folders, links and other things, in dialogs that Enter submits. */
export const NAME_HINTS = { autoComplete: 'off', enterKeyHint: 'done' } as const;

/** Addresses of other people. Password managers would fill in the person's own. */
export const EMAIL_HINTS = { ...WITHOUT_HELP, inputMode: 'email', enterKeyHint: 'done' } as const;

/** Whole numbers, and numbers with a fraction. */
export const NUMBER_HINTS = { autoComplete: 'off', inputMode: 'numeric', enterKeyHint: 'done' } as const;
export const DECIMAL_HINTS = { ...NUMBER_HINTS, inputMode: 'decimal' } as const;

/** Domains, file names and other texts that are no words. */
export const CODE_HINTS = { ...WITHOUT_HELP, enterKeyHint: 'done' } as const;
