import { operations } from '../../platform/openapi/operations.ts';

const NO_TASK = 'No such task exists.';
const CURRENT = {
  304: { description: 'Your copy is current.', headers: ['ETag'] },
  412: 'The task has changed.',
} as const;

export const taskDocs = operations('Tasks', {
  createTask: {
    summary: 'Create a task',
    description:
      'Asks somebody to approve a document by a due date, and lets that person read the document. The assignee is a user of the ' +
      'deployment or a person without an account, who gets a link by email. Requires Grant on the document.',
    bodyExample: {
      Type: 'Approval',
      DocumentId: 1,
      Assignee: 'dana@example.com',
      DueDate: '2027-01-31T17:00:00Z',
      Instructions: 'Is this final?',
    },
    answers: {
      200: 'The task.',
      400: {
        description:
          'A property is missing or not valid. The body is not a problem: `ModelState` names every failing field.',
      },
      403: 'You lack Grant on the document, the document is denied to the assignee, or only site admins can name `Recipients`.',
      404: 'No such document exists, or it is in the trash.',
      429: 'You have sent as many emails as `MaxMailsPerUserPerDay` allows.',
    },
  },
  getTask: {
    summary: 'Get a task',
    description: 'Returns a task. For its creator and its assignee.',
    answers: {
      200: { description: 'The task.', headers: ['ETag', 'Last-Modified'] },
      403: 'You are neither the creator nor the assignee.',
      404: NO_TASK,
      ...CURRENT,
    },
  },
  listTasks: {
    summary: 'List your tasks',
    description:
      'Returns the tasks that you created or that are assigned to you, newest first. Without `top` the list is complete.',
    answers: { 200: 'The tasks.' },
  },
  listDocumentTasks: {
    summary: 'List your tasks about a document',
    description:
      'Returns the tasks about a document that you created or that are assigned to you, newest first. Without `top` the list is ' +
      'complete. Requires Read on the document.',
    answers: {
      200: 'The tasks.',
      403: 'You lack Read on the document.',
      404: 'No such document exists, or it is in the trash.',
    },
  },
  cancelTask: {
    summary: 'Cancel a task',
    description:
      'Cancels an open task and ends the access of the assignee. For the creator, who must be able to read the document.',
    answers: {
      200: { description: 'The task after the change.', headers: ['ETag'] },
      400: 'The task is not open.',
      403: 'You did not create the task, or you cannot read the document.',
      404: 'No such task exists, or its document was deleted.',
    },
  },
  completeTask: {
    summary: 'Approve or deny',
    description:
      'Records the decision of the assignee about the content with this `Hash`. If the content changed after the task was assigned, ' +
      '`Hash` is required.',
    bodyExample: { Decision: 'Approve', Comment: 'Looks good.' },
    answers: {
      200: { description: 'The task after the decision.', headers: ['ETag'] },
      403: 'You are not the assignee.',
      404: 'No such task exists, or its document was deleted.',
      409:
        'The task is not open; or the content has changed, and the problem has `Reason: "changed"`, `AssignedRevision`, and ' +
        '`CurrentRevision`.',
    },
  },
  deleteTask: {
    summary: 'Delete a task',
    description:
      'Deletes a task in any state and ends the access of the assignee. For its creator and for site admins.',
    answers: {
      204: 'The task was deleted.',
      403: 'You did not create the task, and you are not a site admin.',
      404: NO_TASK,
    },
  },
});
