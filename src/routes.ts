import type { Deps } from './deps.ts';
import type { App } from './platform/http/app-type.ts';
import { documentRoutes } from './resources/documents/documents.routes.ts';
import { folderRoutes } from './resources/folders/folders.routes.ts';
import { libraryRoutes } from './resources/libraries/libraries.routes.ts';
import { oneTimeLinkRoutes } from './resources/one-time-links/one-time-links.routes.ts';
import { revisionRoutes } from './resources/revisions/revisions.routes.ts';
import { passwordRoutes } from './resources/sessions/passwords.routes.ts';
import { sessionRoutes } from './resources/sessions/sessions.routes.ts';
import { settingsRoutes } from './resources/settings/settings.routes.ts';

/** Every route of the service, noun by noun. */
export const routes: ((app: App, deps: Deps) => void)[] = [
  libraryRoutes,
  folderRoutes,
  documentRoutes,
  revisionRoutes,
  sessionRoutes,
  passwordRoutes,
  oneTimeLinkRoutes,
  settingsRoutes,
];
