import { Type } from 'typebox';

export const LibraryParams = Type.Object({ libraryId: Type.Integer() });

export const FolderParams = Type.Object({ folderId: Type.Integer() });

export const DocumentParams = Type.Object({ documentId: Type.Integer() });
