/** What site admins ask of the trash of the deployment. */
import type { DeploymentTrashItem } from './answers.ts';
import { fetchPage } from './client.ts';

/** As the API takes it; what is not given may be any. */
export type TrashFilter = { libraryId?: string; deletedBy?: string };

const PAGE_SIZE = 60;

export function listDeploymentTrash(filter: TrashFilter, after: string | null) {
  const query = { ...filter, top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<DeploymentTrashItem[]>(`/api/admin/trash?${new URLSearchParams(query).toString()}`);
}
