import type { Deps } from './deps.ts';
import type { Job } from './platform/jobs/job.ts';
import { activityPartitionsJob } from './resources/activity/activity.jobs.ts';
import { forgetThrottlesJob } from './resources/system/system.jobs.ts';
import { purgeJob, removeBytesJob } from './resources/trash/trash.jobs.ts';

/** Every background job of the service. */
export const jobs = [activityPartitionsJob, forgetThrottlesJob, purgeJob, removeBytesJob] as Job<Deps>[];
