/** English names of the kinds of emails, on the profile page and the page that turns one off. */

export const mailTopicMessages = {
  TaskRequests: 'Requests for my approval',
  TaskDecisions: 'Decisions on my requests',
  TaskUpdates: 'Updates to tasks that I follow',
  LinkUploads: 'Uploads through my links',
  LinkOpenings: 'Visits to my links that have notifications turned on',
  AccessGrants: 'Items shared with me',
  CommentMentions: 'Comments that mention me',
  LinkComments: 'Comments by visitors of my links',
  SearchAlerts: 'New matches of my saved searches',
} as const;

/** The page that turns one kind off. */
export const unsubscribeMessages = {
  title: 'Unsubscribe',
  text: 'You’ll no longer get emails of this kind.',
  about: (topic: string) => `You’ll no longer get emails of this kind: “${topic}”.`,
  submit: 'Unsubscribe',
  done: 'You’re unsubscribed. You’ll no longer get these emails.',
  invalid: 'This link isn’t valid. Sign in to choose which emails you get.',
  all: 'All email preferences',
} as const;
