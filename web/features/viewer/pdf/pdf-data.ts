/**
 * The files that a few PDFs need: character maps for Chinese, Japanese and Korean text, fonts that a PDF names but does not
 * contain, and decoders of rare image formats. They come from our own assets, and only when a PDF needs one.
 */
type Request = { kind: string; filename: string };

/** Fetches these files for the worker, which has no network. The name is that of the parameter of pdf.js. */
export class BinaryDataFactory {
  async fetch({ kind, filename }: Request): Promise<Uint8Array> {
    const { urlOf } = await import('./pdf-files.ts');
    const url = urlOf(kind, filename);
    if (url === undefined) throw new Error(`There is no file ${filename}.`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
