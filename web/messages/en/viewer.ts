/** Words of the viewer, for people with and without an account. */
export const viewerMessages = {
  toolbar: (name: string) => `Tools for ${name}`,
  fullScreen: 'Full screen',
  leaveFullScreen: 'Exit full screen',
};
