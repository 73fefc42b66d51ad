/**
 * The policy table of insight: who may fetch a finished report, besides site admins (docs/api/reports.md; decision 0067).
 * `reports.access.ts` enforces it. Requesting a report is the operation Report in the policy table of the library.
 */
import type { JobKind } from '../../core/async-jobs/kinds.ts';

/**
 * `of`: everybody who may request a report of this library or document. `leavesOutDenied`: the report leaves out items
 * denied to its requester, so that others can fetch it only while nothing in the library is denied to them.
 */
export type ReportRequirement = { of: 'document' | 'library'; leavesOutDenied?: true };

/** Reports of other kinds are for site admins. */
export const REPORT_POLICY: { [Kind in JobKind]?: ReportRequirement } = {
  'document-activity-report': { of: 'document' },
  'library-activity-report': { of: 'library', leavesOutDenied: true },
};
