/** Approval tasks that people create and follow. */
import type { Task } from './answers.ts';
import { type Page, callApi, fetchPage, createOnce } from './client.ts';

export type NewTask = { documentId: number; assignee: string; dueDate: string; instructions: string };

/** Throws a problem with a `ModelState` that names each invalid field as `createTask.<Field>`. */
export const createTask = ({ documentId, assignee, dueDate, instructions }: NewTask) =>
  createOnce<Task>('/api/tasks', {
    Type: 'Approval',
    DocumentId: documentId,
    Assignee: assignee,
    DueDate: dueDate,
    Instructions: instructions,
  });

const PAGE_SIZE = 200;

export function listTasks(after: string | null): Promise<Page<Task[]>> {
  const page = { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<Task[]>(`/api/users/me/tasks?${new URLSearchParams(page).toString()}`);
}

/** The tasks about one document. */
export function listTasksOf(documentId: number, after: string | null): Promise<Page<Task[]>> {
  const page = { top: String(PAGE_SIZE), ...(after === null ? {} : { after }) };
  return fetchPage<Task[]>(`/api/documents/${documentId}/tasks?${new URLSearchParams(page).toString()}`);
}

export const cancelTask = ({ TaskId }: Task) => callApi<Task>('PATCH', `/api/tasks/${TaskId}/cancel`);

export const deleteTask = ({ TaskId }: Task) => callApi<null>('DELETE', `/api/tasks/${TaskId}`);
