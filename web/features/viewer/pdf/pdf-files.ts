/** The addresses of the files that a few PDFs need, by the names that pdf.js gives to kinds and files. */
const FILES: Record<string, Record<string, string>> = {
  cMapUrl: import.meta.glob('../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
  standardFontDataUrl: import.meta.glob('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
  wasmUrl: import.meta.glob('../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm', {
    eager: true,
    query: '?url',
    import: 'default',
  }),
};

const urls = new Map(
  Object.entries(FILES).flatMap(([kind, files]) =>
    Object.entries(files).map(([path, url]): [string, string] => [`${kind} ${path.split('/').at(-1)}`, url]),
  ),
);

export const urlOf = (kind: string, filename: string): string | undefined => urls.get(`${kind} ${filename}`);
