import { buildApp } from '../../../src/app.ts';
import type { TestApp } from '../../harness.ts';

/** Every route of the application as `GET /api/libraries/:libraryId`. HEAD goes with GET and is left out. */
export async function listRoutes({ deps }: Pick<TestApp, 'deps'>): Promise<string[]> {
  const app = await buildApp(deps);
  await app.ready();
  const tree = app.printRoutes({ commonPrefix: false });
  await app.close();
  return routesOfTree(tree);
}

// `│   ├── /:folderId|:parentFolderId (GET, HEAD)`: four characters for each level, names of one place beside each other.
function routesOfTree(tree: string): string[] {
  const above: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line);
    if (match === null) return [];
    const [, indent = '', segment = '', methods = ''] = match;
    const level = indent.length / 4;
    above.length = level;
    above[level] = segment.replace(/\|:\w+/g, '');
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${above.join('')}`);
  });
}
