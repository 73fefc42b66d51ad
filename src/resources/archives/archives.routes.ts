import type { Deps } from '../../deps.ts';
import { missingParameter } from '../../platform/errors.ts';
import type { App } from '../../platform/http/app-type.ts';
import { fileName } from '../../platform/names.ts';
import { FolderParams } from '../folders/folders.schema.ts';
import { ARCHIVE_RESPONSE, ARCHIVE_RESPONSES, ZipContentBody } from './archives.schema.ts';
import { sendArchive } from './archives.send.ts';

const tags = ['Folders'];

/** Contract: POST /api/folders/zipcontent; the same archive of one folder as an address that can be resumed. */
export function archiveRoutes(app: App, deps: Deps): void {
  app.post('/api/folders/zipcontent', {
    config: { describe: { response: ARCHIVE_RESPONSE } },
    schema: { tags, summary: 'Download folders and documents as one ZIP archive', body: ZipContentBody },
    handler: async (request, reply) => {
      const { ZipFileName = 'archive.zip', FolderIds = [], DocumentIds = [] } = request.body;
      const name = withExtension(fileName(ZipFileName, 'ZipFileName'));
      if (FolderIds.length + DocumentIds.length === 0) {
        throw missingParameter('DocumentIds', 'DocumentIds or FolderIds must name something.');
      }
      const asked = { folderIds: [...new Set(FolderIds)], documentIds: [...new Set(DocumentIds)] };
      return sendArchive(deps, request, reply, asked, () => name);
    },
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/folders/:folderId/zip',
    config: { describe: { response: ARCHIVE_RESPONSES } },
    schema: { tags, summary: 'Download a folder as a ZIP archive', params: FolderParams },
    handler: (request, reply) => {
      const asked = { folderIds: [request.params.folderId], documentIds: [] };
      return sendArchive(deps, request, reply, asked, ({ topFolder }) => `${topFolder}.zip`);
    },
  });
}

function withExtension(name: string): string {
  return /\.zip$/i.test(name) ? name : `${name}.zip`;
}
