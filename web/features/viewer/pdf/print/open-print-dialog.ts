import css from '../pdf.module.css';

/** Opens the browser's print dialog with images, one on each sheet, and removes them afterwards. */
export function openPrintDialog(urls: string[]): void {
  const sheets = document.createElement('div');
  sheets.className = css.printed ?? '';
  const images = urls.map((url) => Object.assign(new Image(), { src: url, alt: '' }));
  sheets.append(...images);
  document.body.append(sheets);
  const clear = () => {
    sheets.remove();
    for (const url of urls) URL.revokeObjectURL(url);
  };
  window.addEventListener('afterprint', clear, { once: true });
  // An image that is not decoded would be an empty sheet.
  void Promise.allSettled(images.map((image) => image.decode())).then(() => window.print());
}
