/** Rows of reports in their two forms (docs/api/reports.md#report-rows). Pure. */
import { ACTIVITY_TYPES, type ActivityType } from '../../core/activity/activity-types.ts';
import type { ActivityRow } from './activity-rows.queries.ts';
import { presentTaskRevision } from '../../work/tasks/tasks.presenter.ts';
import { type Cell, cellOf } from './cells.ts';
import { csvLine } from '../../platform/values/csv.ts';
import type { TaskRow } from './task-rows.queries.ts';

/** `csv` formats a row as a line with its line end, `json` as an object on one line without. */
export type Layout<Row> = { head: string; csv(row: Row): string; json(row: Row): string };

const CODES = cellsBy((type) => type);
const WORDS = cellsBy((type) => ACTIVITY_TYPES[type]);

/** Activity of one user and of the account, with the codes of the activity types. */
export const USER_LAYOUT: Layout<ActivityRow> = {
  head: csvLine(['Activity Date', 'Username', 'Activity Type', 'Content Name']),
  csv: ({ at, user, type, content }) => `${at},${user.csv},${CODES[type].csv},${content.csv}\r\n`,
  json: ({ at, user, type, content }) =>
    `{"ActivityDate":"${at}","UserName":${user.json},"ActivityItemType":${CODES[type].json},"ContentName":${content.json}}`,
};

/** Activity of a document or library, with the labels of the activity types. */
export const ACTIVITY_LAYOUT: Layout<ActivityRow> = {
  head: csvLine(['Activity Date', 'Username', 'Activity Type', 'Content Name', 'User Id']),
  csv: ({ at, user, type, content, userId }) => `${at},${user.csv},${WORDS[type].csv},${content.csv},${userId}\r\n`,
  json: ({ at, user, type, content, userId }) =>
    `{"ActivityDate":"${at}","UserName":${user.json},"ActivityItemType":${WORDS[type].json},"ContentName":${content.json},"UserId":${userId}}`,
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
      AssignedRevision: presentTaskRevision(task.assigned),
      DecidedRevision: task.decided === null ? null : presentTaskRevision(task.decided),
      CurrentRevision: task.current === null ? null : presentTaskRevision(task.current),
    }),
};

function cellsBy(print: (type: ActivityType) => string): Record<ActivityType, Cell> {
  const types = Object.keys(ACTIVITY_TYPES) as ActivityType[];
  return Object.fromEntries(types.map((type) => [type, cellOf(print(type))])) as Record<ActivityType, Cell>;
}
