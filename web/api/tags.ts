/** Tag types of libraries and folders, and tags of documents. */
import type { DocumentTag, TagType } from './answers.ts';
import { callApi } from './client.ts';
import type { ContainerKey } from './keys.ts';

/** A tag type to create or change. A default of '' means none; a day is written MMddyyyy. */
export type WantedTagType = { name: string; kind: TagType['DataTypeName']; usual: string };

/** The tag types of a folder: ids with the folder's own default, '' for none. */
export type FolderTagTypes = { id: number; usual: string }[];

/** Values by tag type. An empty one clears the tag. */
export type TagValues = { TagTypeId: number; Value: string }[];

export const listTagTypes = ({ kind, id }: ContainerKey) =>
  callApi<TagType[]>('GET', `/api/${kind === 'library' ? 'libraries' : 'folders'}/${id}/tagtypes`);

export const createTagType = (libraryId: number, { name, kind, usual }: WantedTagType) =>
  callApi<TagType>('POST', `/api/libraries/${libraryId}/tagtypes`, {
    TagTypeName: name,
    DataType: kind,
    Constraints: constraintsOf(usual),
  });

export const changeTagType = (libraryId: number, tagTypeId: number, { name, usual }: Partial<WantedTagType>) =>
  callApi<TagType>('PATCH', `/api/libraries/${libraryId}/tagtypes/${tagTypeId}`, {
    TagTypeName: name,
    Constraints: usual === undefined ? undefined : constraintsOf(usual),
  });

export const deleteTagType = (libraryId: number, tagTypeId: number) =>
  callApi<void>('DELETE', `/api/libraries/${libraryId}/tagtypes/${tagTypeId}`);

export const setFolderTagTypes = (folderId: number, types: FolderTagTypes) =>
  callApi<TagType[]>(
    'PUT',
    `/api/folders/${folderId}/tagtypes`,
    types.map(({ id, usual }) => ({ TagTypeId: id, Constraints: constraintsOf(usual) })),
  );

export const listTags = (documentId: number) => callApi<DocumentTag[]>('GET', `/api/documents/${documentId}/tags`);

/** Changes some tags of a document and keeps all others. */
export const changeTags = (documentId: number, values: TagValues) =>
  callApi<DocumentTag[]>('PATCH', `/api/documents/${documentId}/systemtags`, values);

const constraintsOf = (usual: string) => ({ DefaultValue: usual === '' ? null : usual });
