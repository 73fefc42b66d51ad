/** English messages of the person's own profile. */

export const profileMessages = {
  title: 'Profile',
  name: 'Name',
  timeZone: 'Time zone',
  timeZoneHint: 'Used for times in the app and in your emails.',
  deviceZone: (zone: string) => `Same as this device (${zone}); UTC in emails`,
  language: 'Language',
  english: 'English',
  save: 'Save changes',
  saved: 'Profile saved.',
  picture: {
    choose: 'Upload picture',
    replace: 'Change picture',
    remove: 'Remove picture',
    saved: 'Picture saved.',
    removed: 'Picture removed.',
    crop: 'Position your picture',
    frame: 'Picture. Drag, or use the arrow keys, to move it.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    use: 'Use picture',
    unreadable: 'This file can’t be read as an image. Choose a PNG, JPEG or WebP image.',
    busy: 'The server is busy. Try again in a few seconds.',
  },
  mails: {
    title: 'Email notifications',
    required: 'You’ll always get emails about your account, your password and access codes.',
  },
} as const;
