/** The background jobs of the deployment, for site admins. */
import type { DeploymentJob, QueuedJob } from '../answers.ts';
import { callApi, fetchPage } from '../client.ts';

const page = (after: string | null) => `top=50${after === null ? '' : `&after=${encodeURIComponent(after)}`}`;

export const listQueue = (state: QueuedJob['State'] | null, after: string | null) =>
  fetchPage<QueuedJob[]>(`/api/admin/queue?${page(after)}${state === null ? '' : `&state=${state}`}`);

export const retryQueuedJob = (jobId: number) => callApi<null>('POST', `/api/admin/queue/${jobId}/retry`);

export const listDeploymentJobs = (after: string | null) =>
  fetchPage<DeploymentJob[]>(`/api/admin/jobs?${page(after)}`);
