/** Makes a file of each kind that people share. */
import { audio, films, pictures } from './media.ts';
import { office } from './office.ts';
import { pdfs } from './pdfs.ts';
import type { Sample } from './sample.ts';
import { textFiles } from './texts.ts';

/** All files. Programs that are missing leave some out. */
export async function makeSamples(): Promise<Sample[]> {
  return [...(await office()), ...(await pdfs()), ...(await pictures()), ...films(), ...audio(), ...textFiles()];
}
