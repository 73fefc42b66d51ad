import type { Deps } from '../../platform/deps.ts';
import { invalidParameter, missingParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { fileName } from '../../platform/values/names.ts';
import { FolderParams } from '../tree/tree.schema.ts';
import type { Asked } from './archives.access.ts';
import { ZipContentBody, ZipContentQuery } from './archives.schema.ts';
import { sendArchive } from './archives.http.ts';
import { folderDocs } from '../folders/folders.docs.ts';

/** Archives: by POST, and as resumable URLs (docs/api/archives.md#operations). */
export function archiveRoutes(app: App, deps: Deps): void {
  archiveAddresses(app, deps);

  app.post('/api/folders/zipcontent', {
    schema: { ...folderDocs.createArchive, body: ZipContentBody },
    handler: async (request, reply) => {
      const { ZipFileName = 'archive.zip', FolderIds = [], DocumentIds = [] } = request.body;
      const name = withExtension(fileName(ZipFileName, 'ZipFileName'));
      return sendArchive(deps, request, reply, { asked: askedOf(FolderIds, DocumentIds), nameOf: () => name });
    },
  });
}

// Browsers download URLs by themselves, with progress, and resume them.
function archiveAddresses(app: App, deps: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/folders/zipcontent',
    schema: { ...folderDocs.getArchive, querystring: ZipContentQuery },
    handler: (request, reply) => {
      const { name = 'archive.zip', folders = [], documents = [] } = request.query;
      const wanted = withExtension(fileName(name, 'name'));
      const asked = askedOf(readIds(folders, 'folders'), readIds(documents, 'documents'));
      return sendArchive(deps, request, reply, { asked, nameOf: () => wanted });
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/folders/:folderId/zip',
    schema: { ...folderDocs.getFolderArchive, params: FolderParams },
    handler: (request, reply) => {
      const asked = { folderIds: [request.params.folderId], documentIds: [] };
      return sendArchive(deps, request, reply, { asked, nameOf: ({ topFolder }) => `${topFolder}.zip` });
    },
  });
}

function askedOf(folderIds: number[], documentIds: number[]): Asked {
  if (folderIds.length + documentIds.length === 0) {
    throw missingParameter('DocumentIds', 'DocumentIds or FolderIds must contain an id.');
  }
  return { folderIds: [...new Set(folderIds)], documentIds: [...new Set(documentIds)] };
}

function readIds(rawIds: string[], parameter: string): number[] {
  return rawIds
    .filter((text) => text !== '')
    .map((text) => {
      const id = Number(text);
      if (!/^\d+$/.test(text) || id < 1 || !Number.isSafeInteger(id)) {
        throw invalidParameter(parameter, `${parameter} must be a comma-separated list of ids.`);
      }
      return id;
    });
}

function withExtension(name: string): string {
  return /\.zip$/i.test(name) ? name : `${name}.zip`;
}
