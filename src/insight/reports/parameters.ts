/** What a report is to be about, as its job keeps it. */
import type { Range } from '../report-rows/range.ts';

type Common = Range & {
  /** As it was asked for; null: named after report and job. */
  fileName: string | null;
};

export type ActivityParameters = Common & {
  /** Of the user, document or library. */
  subjectId: number;
  /** What it was called when the report was asked for. */
  subjectName: string;
  includeSyncs: boolean;
  /** Whether what is denied to who asked is left out. */
  leavesOutDenied: boolean;
};

export type TaskParameters = Common & {
  /** A task whose due date has passed by then counts as Expired. */
  asOf: string;
  /** States of rows joined by commas; empty: all. */
  statuses: string;
  creatorId: number | null;
  /** Compared without case. */
  assignee: string | null;
};
