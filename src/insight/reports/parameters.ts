/** Parameters of a report, as stored in its job. */
import type { Range } from '../report-rows/range.ts';

type Common = Range & {
  /** Zone of the days that the summary counts; absent in jobs of an earlier release: UTC. */
  timeZone?: string;
  /** As requested; null: derived from report and job. */
  fileName: string | null;
};

export type ActivityParameters = Common & {
  /** The user, document or library. */
  subjectId: number;
  /** Its name when the report was requested. */
  subjectName: string;
  includeSyncs: boolean;
  /** Whether items denied to the requester are left out. */
  leavesOutDenied: boolean;
};

export type TaskParameters = Common & {
  /** A task whose due date has passed by then counts as Expired. */
  asOf: string;
  /** Comma-separated states of rows; empty: all. */
  statuses: string;
  creatorId: number | null;
  /** Compared without case. */
  assignee: string | null;
};
