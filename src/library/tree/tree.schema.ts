import { Type } from 'typebox';

export const LibraryParams = Type.Object({ libraryId: Type.Integer({ description: 'The library.' }) });

export const FolderParams = Type.Object({ folderId: Type.Integer({ description: 'The folder.' }) });

export const DocumentParams = Type.Object({ documentId: Type.Integer({ description: 'The document.' }) });
