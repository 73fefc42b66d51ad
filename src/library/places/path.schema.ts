/** The folders above an item, in answers that have items of different places. */
import { type Static, Type } from 'typebox';
import { id, name } from '../../platform/openapi/fields.ts';
import type { Step } from './places.queries.ts';

/** From the top. */
export const PathSchema = (description: string) =>
  Type.Array(Type.Object({ FolderId: id('The folder.'), FolderName: name('Name of the folder.') }), { description });

export const presentPath = (path: Step[]): Static<ReturnType<typeof PathSchema>> =>
  path.map((step) => ({ FolderId: step.folderId, FolderName: step.name }));
