/** The name of every personal library, which no other library may have (docs/api/libraries.md#personal-libraries). */
export const PERSONAL_LIBRARY_NAME = 'My Library';
