import { isBoolean, usePreference } from '../shell/use-preference.ts';

/** Whether shortcuts of one key work, which people who dictate can turn off. */
export const useSingleKeys = () => usePreference({ name: 'single-keys', usual: true, isValid: isBoolean });
