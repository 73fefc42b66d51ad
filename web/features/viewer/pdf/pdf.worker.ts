/**
 * Parses PDFs in a worker of its own. Its policy blocks all requests: the page sends it the bytes of a document, and the fonts and
 * decoders that it asks for (pdf-data.ts). JavaScript in a PDF is never run, because the interpreter for it is not loaded.
 */
import 'pdfjs-dist/build/pdf.worker.min.mjs';
