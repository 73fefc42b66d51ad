/** How long an unread result is kept. */
export const KEPT_UNREAD_MS = 7 * 24 * 3_600_000;

/** The kinds of asynchronous jobs and how long each result is kept (docs/api/async-jobs.md#job-results). */
export const JOB_KINDS = {
  'purge-old-documents': {
    /** The path below `/api/async/results/`. */
    resultPath: 'documents/purge-old-documents',
    /** How long a result can be fetched again after the first retrieval. */
    keptAfterRetrievalMs: 0,
  },
  'revoke-shares': { resultPath: 'shares/revoke', keptAfterRetrievalMs: 10 * 60_000 },
  'user-admin-report': report('users/admin-report'),
  'document-activity-report': report('documents/document-activity-report'),
  'library-activity-report': report('libraries/library-activity-report'),
  'task-report': report('tasks/task-report'),
  // Read repeatedly by all site admins.
  'audit-verification': { resultPath: 'audit/verification', keptAfterRetrievalMs: KEPT_UNREAD_MS },
} as const;

export type JobKind = keyof typeof JOB_KINDS;

// docs/api/async-jobs.md#job-results
function report<Path extends string>(resultPath: Path) {
  return { resultPath, keptAfterRetrievalMs: 10 * 60_000 };
}
