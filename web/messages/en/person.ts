/** English messages about people wherever they are shown. */

export const personMessages = {
  deleted: (name: string) => `${name} (deleted)`,
  wasDeleted: 'Account deleted',
  siteAdmin: 'Site admin',
  member: 'Member',
  groups: (names: string) => `In ${names}`,
} as const;
