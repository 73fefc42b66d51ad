import type { Deps } from './deps.ts';
import type { App } from './platform/http/app-type.ts';
import { documentRoutes } from './resources/documents/documents.routes.ts';
import { folderRoutes } from './resources/folders/folders.routes.ts';
import { libraryRoutes } from './resources/libraries/libraries.routes.ts';
import { revisionRoutes } from './resources/revisions/revisions.routes.ts';

/** Every route of the service, noun by noun. */
export const routes: ((app: App, deps: Deps) => void)[] = [libraryRoutes, folderRoutes, documentRoutes, revisionRoutes];
