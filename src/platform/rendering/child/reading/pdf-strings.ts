/** Strings of a PDF beside the text of its pages, by functions of PDFium that the types of its library leave out. */
import type { PDFiumDocument, PDFiumPage } from '@hyzyla/pdfium';

const METADATA = ['Title', 'Author', 'Subject', 'Keywords'];
const MAX_BYTES = 8_192;
/** The limit for one page. */
const MAX_ANNOTATIONS = 1_000;
/** FPDF_ANNOT_WIDGET: a field of a form. */
const FIELD = 20;

type Library = {
  HEAPU8: Uint8Array;
  wasmExports: { malloc: (size: number) => number; free: (pointer: number) => void };
  _FPDF_GetMetaText(document: number, tag: number, buffer: number, length: number): number;
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_GetAnnot(page: number, index: number): number;
  _FPDFPage_CloseAnnot(annotation: number): void;
  _FPDFAnnot_GetSubtype(annotation: number): number;
  _FPDFAnnot_GetStringValue(annotation: number, key: number, buffer: number, length: number): number;
};

/** Title, author, subject and keywords, those that are there. */
export function metadataOf(document: PDFiumDocument): string {
  const library = document['module'] as Library;
  return withBuffers(library, (read) =>
    METADATA.map((name) =>
      read(name, (tag, buffer) => library._FPDF_GetMetaText(document['documentIdx'], tag, buffer, MAX_BYTES)),
    ),
  ).join('\n');
}

/** Values of form fields on a page and the notes of people: a line each, in the order of the page. */
export function annotationsOf(page: PDFiumPage): string {
  const library = page['module'] as unknown as Library;
  const count = Math.min(MAX_ANNOTATIONS, library._FPDFPage_GetAnnotCount(page['pageIdx']));
  if (count <= 0) return '';
  return withBuffers(library, (read) =>
    Array.from({ length: count }, (_, at) => {
      const annotation = library._FPDFPage_GetAnnot(page['pageIdx'], at);
      if (annotation === 0) return '';
      const key = library._FPDFAnnot_GetSubtype(annotation) === FIELD ? 'V' : 'Contents';
      const text = read(key, (name, buffer) => library._FPDFAnnot_GetStringValue(annotation, name, buffer, MAX_BYTES));
      library._FPDFPage_CloseAnnot(annotation);
      return text;
    }),
  )
    .map((line) => `${line}\n`)
    .join('');
}

type Read = (name: string, call: (name: number, buffer: number) => number) => string;

// `call` gets pointers to the name and to a buffer, and returns the length of the string in bytes, with the zeros at its end. Of a longer
// string than the buffer nothing is written.
function withBuffers(library: Library, work: (read: Read) => string[]): string[] {
  const { malloc, free } = library.wasmExports;
  const [name, buffer] = [malloc(16), malloc(MAX_BYTES)];
  const strings = work((key, call) => {
    library.HEAPU8.set(Buffer.from(`${key}\0`), name);
    const length = call(name, buffer);
    if (length <= 2 || length > MAX_BYTES) return '';
    return Buffer.from(library.HEAPU8.subarray(buffer, buffer + length - 2)).toString('utf16le');
  });
  for (const pointer of [name, buffer]) free(pointer);
  return strings.filter((one) => one !== '');
}
