import type { Deps } from './deps.ts';
import type { Job } from './platform/jobs/job.ts';
import { activityPartitionsJob } from './resources/activity/activity.jobs.ts';
import { sealActivityJob } from './resources/audit/audit.jobs.ts';
import { verificationJob } from './resources/audit/verification.jobs.ts';
import { clearAsyncJobsJob } from './resources/async-jobs/async-jobs.jobs.ts';
import { sweepKeptAnswersJob } from './resources/idempotency/idempotency.jobs.ts';
import { forgetMailsJob, sendMailJob } from './resources/mails/mails.jobs.ts';
import { forgetLinksJob, passwordResetJob } from './resources/one-time-links/one-time-links.jobs.ts';
import { countActivityJob } from './resources/overview/overview.jobs.ts';
import { documentReportJob, libraryReportJob, taskReportJob, userReportJob } from './resources/reports/reports.jobs.ts';
import { forgetSessionsJob } from './resources/sessions/sessions.jobs.ts';
import { revokeSharesJob } from './resources/shares/all-shares.jobs.ts';
import { prepareShareJob } from './resources/shares/prepare.jobs.ts';
import { uploadNoticeJob } from './resources/shares/upload-notices.ts';
import { forgetThrottlesJob } from './resources/system/system.jobs.ts';
import { expireTasksJob } from './resources/tasks/tasks.jobs.ts';
import { thumbnailJob } from './resources/thumbnails/thumbnails.jobs.ts';
import { purgeOldJob } from './resources/trash/purge-old.jobs.ts';
import { dropTagsJob } from './resources/tags/tags.jobs.ts';
import { purgeJob, removeBytesJob } from './resources/trash/trash.jobs.ts';
import { sendCodeJob } from './resources/visits/codes.jobs.ts';
import { expireUploadsJob } from './resources/uploads/staged.jobs.ts';
import { sweepOrphansJob } from './resources/uploads/uploads.jobs.ts';

/** Every background job of the service. */
export const jobs = [
  activityPartitionsJob,
  expireTasksJob,
  expireUploadsJob,
  clearAsyncJobsJob,
  countActivityJob,
  dropTagsJob,
  forgetLinksJob,
  forgetMailsJob,
  forgetSessionsJob,
  forgetThrottlesJob,
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
  sweepKeptAnswersJob,
  sweepOrphansJob,
  thumbnailJob,
  uploadNoticeJob,
] as Job<Deps>[];
