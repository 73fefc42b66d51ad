import { operations } from '../../platform/openapi/operations.ts';

export const bulkChangeDocs = operations('Users', {
  changeUsers: {
    summary: 'Change many accounts',
    description:
      'Applies one action to up to 500 accounts in one transaction: all changes that the rules allow happen together, and the others are ' +
      'reported with a reason. For site admins.',
    bodyExample: { UserIds: [2, 3], Action: 'Deactivate' },
    answers: {
      200: 'The outcome for each account.',
      400: 'The action is unknown, there are no or too many accounts, or `AddToGroup` has no `GroupId`.',
      403: 'For `Deactivate` and `MakeSiteAdmin`: the session was authenticated more than 10 minutes ago.',
      404: 'No such group exists in the deployment.',
      429: 'The invitations would exceed `MaxMailsPerUserPerDay`. Nothing was changed.',
    },
  },
});
