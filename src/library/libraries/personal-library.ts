/** The name of every personal library, which no other library may have (contract: conventions, 9). */
export const PERSONAL_LIBRARY_NAME = 'My Library';
