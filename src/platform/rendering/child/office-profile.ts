/** The profile of LibreOffice for one document. */
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { words } from './task.ts';

/** Disables linked content, macros and updates: org.openoffice paths with their values. */
const SETTINGS: [path: string, name: string, value: string][] = [
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Common/Security/Scripting', 'DisableActiveContent', 'true'],
  ['Common/Save/Document', 'AutoSave', 'false'],
  ['Writer/Content/Update', 'Link', '0'],
  ['Calc/Content/Update', 'Link', '2'],
  ['Calc/Formula/Load', 'OOXMLRecalcMode', '1'],
  ['Calc/Formula/Load', 'ODFRecalcMode', '1'],
];

/** Writes the profile of one document. */
export async function writeProfile(folder: string, soffice: string): Promise<void> {
  const profile = profileOf(folder);
  await mkdir(join(profile, 'user', 'extensions'), { recursive: true });
  // In a profile without the build of this program, LibreOffice looks for extensions and starts again.
  await writeFile(join(profile, 'user', 'extensions', 'buildid'), await readBuild(soffice));
  const items = SETTINGS.map(
    ([path, name, value]) =>
      `<item oor:path="/org.openoffice.Office.${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" ' +
    'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    `${items.join('')}</oor:items>\n`;
  await writeFile(join(profile, 'user', 'registrymodifications.xcu'), xml);
}

/** The options of every command line of LibreOffice. */
export function officeOptions(folder: string): string[] {
  const profile = pathToFileURL(profileOf(folder)).href;
  return [`-env:UserInstallation=${profile}`, ...words('--headless --norestore --nologo --nodefault --nolockcheck')];
}

/** The folder of the profile in the private folder of a rendering. */
export function profileOf(folder: string): string {
  return join(folder, 'profile');
}

// Empty if it is not found; LibreOffice then starts twice.
async function readBuild(soffice: string): Promise<string> {
  const versions = join(dirname(await realpath(soffice)), 'versionrc');
  const [, build = ''] = /^buildid=(.*)$/m.exec(await readFile(versions, 'utf8').catch(() => '')) ?? [];
  return build.trim();
}
