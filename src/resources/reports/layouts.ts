/** Rows of reports in their two forms (contract: Report rows). Pure. */
import { ACTIVITY_TYPES } from '../activity/activity.types.ts';
import type { ActivityRow } from './activity-rows.queries.ts';
import { csvLine } from './csv.ts';
import type { TaskRow } from './task-rows.queries.ts';

/** `csv` prints a row as a line with its end, `json` as an object on one line without. */
export type Layout<Row> = { head: string; csv(row: Row): string; json(row: Row): string };

/** What one user did and what concerns the account, by the codes of the activity types. */
export const USER_LAYOUT: Layout<ActivityRow> = {
  head: csvLine(['Activity Date', 'Username', 'Activity Type', 'Content Name']),
  csv: ({ at, userName, type, contentName }) => csvLine([at, userName, type, contentName]),
  json: ({ at, userName, type, contentName }) =>
    JSON.stringify({ ActivityDate: at, UserName: userName, ActivityItemType: type, ContentName: contentName }),
};

/** What happened to a document or in a library, in words. */
export const ACTIVITY_LAYOUT: Layout<ActivityRow> = {
  head: csvLine(['Activity Date', 'Username', 'Activity Type', 'Content Name', 'User Id']),
  csv: ({ at, userName, type, contentName, userId }) =>
    csvLine([at, userName, ACTIVITY_TYPES[type], contentName, userId]),
  json: ({ at, userName, type, contentName, userId }) =>
    JSON.stringify({
      ActivityDate: at,
      UserName: userName,
      ActivityItemType: ACTIVITY_TYPES[type],
      ContentName: contentName,
      UserId: userId,
    }),
};

const TASK_HEAD =
  'Task Id,Type,Instructions,Item Type,Item Name,Creator,Assignee,Due Date,Date Assigned,Status,Date Resolved';

export const TASK_LAYOUT: Layout<TaskRow> = {
  head: csvLine(TASK_HEAD.split(',')),
  csv: (task) => {
    const { taskId, type, instructions, itemName, creator, assignee } = task;
    const cells = [taskId, type, instructions, 'Document', itemName, creator, assignee];
    return csvLine(cells.concat(task.dueAt, task.assignedAt, task.status, task.endedAt ?? ''));
  },
  json: (task) =>
    JSON.stringify({
      TaskId: task.taskId,
      TaskType: task.type,
      TaskStatus: task.status,
      Instructions: task.instructions,
      DueDate: task.dueAt,
      DateAssigned: task.assignedAt,
      DateEnded: task.endedAt,
      Creator: task.creator,
      Assignee: task.assignee,
      ItemType: 'Document',
      ItemName: task.itemName,
    }),
};
