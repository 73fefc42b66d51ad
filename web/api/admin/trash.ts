/** Requests of site admins about the shared trash. */
import type { DeploymentTrashItem } from '../answers.ts';
import { fetchPage } from '../client.ts';

/** Filters as the API takes them. A missing filter matches everything. */
export type TrashFilter = { filter?: string; libraryId?: string; deletedBy?: string };

const PAGE_SIZE = 60;

export function listDeploymentTrash(filter: TrashFilter, after: string | null) {
  const query = { expand: 'path', ...filter, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<DeploymentTrashItem[]>(`/api/admin/trash?${new URLSearchParams(query).toString()}`);
}
