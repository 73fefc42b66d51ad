import type { AppDeps } from './steps.ts';
import { removeBytesJob } from './platform/blobs/remove-bytes.jobs.ts';
import type { Job } from './platform/jobs/job.ts';
import { activityPartitionsJob } from './core/activity/activity.jobs.ts';
import { sealActivityJob } from './insight/audit/audit.jobs.ts';
import { verificationJob } from './insight/audit/verification.jobs.ts';
import { pruneAsyncJobsJob } from './core/async-jobs/async-jobs.jobs.ts';
import { sweepKeptAnswersJob } from './core/idempotency/idempotency.jobs.ts';
import { pruneMailsJob, sendMailJob } from './core/mails/mails.jobs.ts';
import { announceRuleJob, applyFactorRuleJob } from './people/factor-rule/factor-rule.jobs.ts';
import { pruneOneTimeLinksJob, passwordResetJob } from './people/one-time-links/one-time-links.jobs.ts';
import { countActivityJob } from './insight/overview/overview.jobs.ts';
import { documentReportJob, libraryReportJob, taskReportJob, userReportJob } from './insight/reports/reports.jobs.ts';
import { pruneSignInsJob } from './people/provider-sign-in/sign-ins.jobs.ts';
import { prunePasskeyChallengesJob } from './people/passkeys/passkeys.jobs.ts';
import { prunePendingSignInsJob } from './people/sign-in/sign-in.jobs.ts';
import { pruneSessionsJob } from './people/sessions/sessions.jobs.ts';
import { pruneTokensJob } from './people/tokens/tokens.jobs.ts';
import { revokeSharesJob } from './sharing/all-shares/all-shares.jobs.ts';
import { prepareShareJob } from './sharing/share-creation/prepare.jobs.ts';
import { uploadNoticeJob } from './sharing/link-uploads/upload-notices.ts';
import { pruneThrottlesJob } from './core/system/system.jobs.ts';
import { expireTasksJob } from './work/tasks/tasks.jobs.ts';
import { completeTextsJob, extractTextJob } from './content/extraction/extraction.jobs.ts';
import { divideTextsJob } from './content/extraction/sections.jobs.ts';
import { renditionJob, sweepPagesJob } from './content/renditions/renditions.jobs.ts';
import { thumbnailJob } from './content/thumbnails/thumbnails.jobs.ts';
import { commentNoticeJob } from './library/comments/comment-notices.jobs.ts';
import { purgeOldJob } from './library/purge/purge-old.jobs.ts';
import { addUpCountsJob } from './library/counts/counts.jobs.ts';
import { searchAlertsJob } from './library/saved-searches/alerts.jobs.ts';
import { indexChangesJob } from './library/search-index/index.jobs.ts';
import { deleteTagTypeJob } from './library/tag-types/tag-types.jobs.ts';
import { dropTagsJob } from './library/tags/tags.jobs.ts';
import { pruneRecentJob } from './library/recents/recents.jobs.ts';
import { purgeJob } from './library/purge/purge.jobs.ts';
import { pruneUnprovedJob, sendCodeJob } from './visiting/access-codes/codes.jobs.ts';
import { openingNoticeJob } from './visiting/opening-notices/opening-notices.ts';
import { expireUploadsJob } from './content/uploads/staged.jobs.ts';
import { sweepOrphansJob } from './content/blobs/blobs.jobs.ts';

/** Every background job of the service. */
export const jobs = [
  activityPartitionsJob,
  expireTasksJob,
  expireUploadsJob,
  pruneAsyncJobsJob,
  addUpCountsJob,
  indexChangesJob,
  searchAlertsJob,
  announceRuleJob,
  applyFactorRuleJob,
  commentNoticeJob,
  countActivityJob,
  deleteTagTypeJob,
  divideTextsJob,
  dropTagsJob,
  pruneOneTimeLinksJob,
  pruneMailsJob,
  pruneSessionsJob,
  pruneSignInsJob,
  pruneTokensJob,
  prunePendingSignInsJob,
  prunePasskeyChallengesJob,
  pruneRecentJob,
  pruneThrottlesJob,
  pruneUnprovedJob,
  passwordResetJob,
  prepareShareJob,
  revokeSharesJob,
  sendCodeJob,
  sendMailJob,
  purgeJob,
  purgeOldJob,
  sealActivityJob,
  removeBytesJob,
  documentReportJob,
  libraryReportJob,
  taskReportJob,
  userReportJob,
  verificationJob,
  openingNoticeJob,
  sweepKeptAnswersJob,
  sweepOrphansJob,
  completeTextsJob,
  extractTextJob,
  renditionJob,
  sweepPagesJob,
  thumbnailJob,
  uploadNoticeJob,
] as Job<AppDeps>[];
