/** The rules of all pages, in the order of docs/api/README.md. */
import { admin } from './core/admin.ts';
import { asyncJobs } from './core/async-jobs.ts';
import { conventions } from './core/conventions.ts';
import { errors } from './core/errors.ts';
import { reports } from './core/reports.ts';
import { archives } from './library/archives.ts';
import { comments } from './library/comments.ts';
import { content } from './library/content.ts';
import { documents } from './library/documents.ts';
import { folders } from './library/folders.ts';
import { home } from './library/home.ts';
import { libraries } from './library/libraries.ts';
import { permissions } from './library/permissions.ts';
import { renditions } from './library/renditions.ts';
import { revisions } from './library/revisions.ts';
import { search } from './library/search.ts';
import { tags } from './library/tags.ts';
import { thumbnails } from './library/thumbnails.ts';
import { trash } from './library/trash.ts';
import { uploads } from './library/uploads.ts';
import { authentication } from './people/authentication.ts';
import { notifications } from './people/notifications.ts';
import { passkeys } from './people/passkeys.ts';
import { scim } from './people/scim.ts';
import { settings } from './people/settings.ts';
import { signIn } from './people/sign-in.ts';
import { users } from './people/users.ts';
import { links } from './sharing/links.ts';
import { shares } from './sharing/shares.ts';
import { tasks } from './sharing/tasks.ts';
import type { Page } from './rule.ts';

export const PAGES: Page[] = [
  conventions,
  authentication,
  passkeys,
  signIn,
  libraries,
  folders,
  documents,
  content,
  revisions,
  uploads,
  archives,
  thumbnails,
  renditions,
  permissions,
  tags,
  search,
  trash,
  shares,
  links,
  tasks,
  comments,
  home,
  notifications,
  users,
  scim,
  settings,
  reports,
  asyncJobs,
  admin,
  errors,
];
