import type { Deps } from './deps.ts';
import type { Job } from './platform/jobs/job.ts';
import { purgeJob, removeBytesJob } from './resources/trash/trash.jobs.ts';

/** Every background job of the service. */
export const jobs = [purgeJob, removeBytesJob] as Job<Deps>[];
